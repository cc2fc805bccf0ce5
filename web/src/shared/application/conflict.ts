import { isConflict, problemsOf } from '../api/api-client.ts';

export interface Conflict {
  readonly field: string;
  readonly message: string;
}

export const conflictIn = (error: unknown): Conflict | null => {
  const [first] = isConflict(error) ? problemsOf(error) : [];
  return first ?? null;
};
