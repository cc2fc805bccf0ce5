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

/** What a call needs first: that the person confirms who they are, or a code from an email. */
export type NeededProof = 'identity' | 'emailedCode';

/** Asked when a call needs a proof first. True once the person has given it; false if they cancel. */
type ConfirmationGuard = (needed: NeededProof) => Promise<boolean>;

let confirmation: ConfirmationGuard = async () => false;

export const guardConfirmation = (next: ConfirmationGuard): void => {
  confirmation = next;
};

export const isProvenNow: ConfirmationGuard = (needed) => confirmation(needed);
