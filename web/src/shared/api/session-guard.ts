/**
 * Asked when a call was refused. True if the call may be made again, because the person whose session had ended has signed in;
 * the promise waits for that.
 */
type SessionGuard = (refused: { readonly status: number; readonly path: string }) => Promise<boolean>;

let guard: SessionGuard = async () => false;

export const guardSession = (next: SessionGuard): void => {
  guard = next;
};

/** Signed-out clients get 404 for documents that only some people may see. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

export const isSessionBack: SessionGuard = async (refused) => REFUSALS.has(refused.status) && guard(refused);

/** Asked when a call needs a confirmation first. True once the person has confirmed who they are; false if they cancel. */
type ConfirmationGuard = () => Promise<boolean>;

let confirmation: ConfirmationGuard = async () => false;

export const guardConfirmation = (next: ConfirmationGuard): void => {
  confirmation = next;
};

export const isConfirmedNow: ConfirmationGuard = () => confirmation();
