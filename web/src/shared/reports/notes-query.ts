import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../api/calls.ts';

/** Notes that are not part of the answer that they are about. */
export type NotesPath = '/api/audit/notes' | '/api/reports/trends/notes';

export const notesQuery = (path: NotesPath, organizationId: string) =>
  queryOptions({ ...queryOf(path, { query: { organizationId } }), staleTime: 60_000 });
