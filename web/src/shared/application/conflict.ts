import { RequestFailed } from '../api/api-client.ts';

/** Another person changed the same field: the field and the server's message. */
export interface Conflict {
  readonly field: string;
  readonly message: string;
}

export const conflictIn = (error: unknown): Conflict | null => {
  const [first] = error instanceof RequestFailed && error.status === 409 ? error.errors : [];
  return first ?? null;
};
