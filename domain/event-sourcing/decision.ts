/**
 * Why a command was refused: a closed list, mapped to HTTP status in one place.
 * `refused` is a rule's no (422), `conflict` two people's change of one thing (409), `duplicate` a taken place (409).
 */
export const REJECTION_CODES = [
  'malformed',
  'unauthenticated',
  'forbidden',
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

/** A refusal is a value; only bugs throw. `message` is the text for people. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  /** After which the same may be asked again, where that is known. */
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

/** What a decision may know beside the state: the time, who asks, and ids that a retry of the command gets again. */
export interface DecisionContext {
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly actor: import('../access/actor.ts').ActorReference;
  /** A UUID that follows from the command's id and the label. */
  readonly newId: (label: string) => string;
}
