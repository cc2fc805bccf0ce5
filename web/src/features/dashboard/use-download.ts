import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { call, keyOf } from '../../shared/api/calls.ts';
import { downloadText } from '../../shared/files/download.ts';
import { notesQuery } from '../../shared/reports/notes-query.ts';
import { toCsv } from './data/csv.ts';

/** Downloads the rows once the audit log has recorded it. `asOf`: the moment that they are of. */
export function useDownload(organizationId: string | null) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ rows, asOf }: { rows: readonly ApplicationView[]; asOf: string | null }) {
      const filters = { rows: rows.length, ...(asOf === null ? {} : { asOf }) };
      const query = organizationId === null ? {} : { organizationId };
      const { notes } =
        organizationId === null
          ? { notes: [] }
          : await client.query(notesQuery('/api/reports/trends/notes', organizationId));
      await call('POST /api/audit/exports', { query, body: { list: 'applications', filters } });
      downloadText('applications.csv', 'text/csv', toCsv(rows, notes));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('/api/audit') }),
  });
}
