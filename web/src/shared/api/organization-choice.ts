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

/** The organization that a visitor chose with `?organizationId=`, or whose page was the last; sent with every call. */
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

/** Chooses the school that a page's path names, which may not exist: until `settleChoice` the earlier choice is kept. */
export function tryOrganization(idOrSlug: string): void {
  choice = idOrSlug;
}

/** `isKnown`: whether the server has answered with the chosen organization. */
export function settleChoice(isKnown: boolean): void {
  const kept = remembered();
  if (isKnown) chooseOrganization(choice);
  else chooseOrganization(kept === choice ? null : kept);
}

export function readChoiceFrom(search: string): void {
  const named = new URLSearchParams(search).get('organizationId');
  if (named) chooseOrganization(named);
}
