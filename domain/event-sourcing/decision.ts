/**
 * Closed list: `refused` breaks a rule (422), `conflict` is a concurrent change, `duplicate` a taken place (409), `unconfirmed`
 * needs *Confirm it’s you* first, `emailed-code-needed` a code from an email and `factor-needed` a second factor (403).
 */
export const REJECTION_CODES = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'unconfirmed',
  'emailed-code-needed',
  'factor-needed',
  'not-found',
  'conflict',
  'duplicate',
  'refused',
  'too-many-requests',
  'too-large',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A refusal is a value; only bugs throw. `message` is for people. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  /** When the same call can succeed, if known. */
  readonly retryAfterSeconds?: number;
}

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly rejection: Rejection };

export const accept = <Value>(value: Value): Result<Value> => ({ ok: true, value });
export const reject = (code: RejectionCode, message: string, errors?: readonly FieldError[]): Result<never> => ({
  ok: false,
  rejection: errors ? { code, message, errors } : { code, message },
});

export interface DecisionContext {
  readonly at: string;
  readonly actor: import('../access/actor.ts').ActorReference;
  /** A UUID derived from the command's id and the label: a retry gets the same. */
  readonly newId: (label: string) => string;
}
