import { RequestFailed } from '../api/api-client.ts';

export interface Conflict {
  readonly field: string;
  readonly message: string;
}

export const conflictIn = (error: unknown): Conflict | null => {
  const [first] = error instanceof RequestFailed && error.status === 409 ? error.errors : [];
  return first ?? null;
};
