const KEY = 'intake.organizationId';

/** Storage may be denied (private windows, strict settings); the choice then lasts for this page. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

let choice: string | null = remembered();

/** The organization that a visitor chose with `?organizationId=`, kept per browser and sent with every call. */
export const chosenOrganizationId = (): string | null => choice;

export function chooseOrganization(organizationId: string | null): void {
  choice = organizationId;
  try {
    if (organizationId) localStorage.setItem(KEY, organizationId);
    else localStorage.removeItem(KEY);
  } catch {
    // Kept for this page only.
  }
}

export function readChoiceFrom(search: string): void {
  const named = new URLSearchParams(search).get('organizationId');
  if (named) chooseOrganization(named);
}
