import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { DeleteButton } from '../../../shared/editor/delete-button.tsx';
import { Notice, Problem, takeFocus } from '../../../shared/ui/notice.tsx';
import { useMayChange } from './may-change.ts';

const LIST = `${pagePath('reports')}/saved`;

/** Deletes the report after a question, and leads to the list, which offers to undo it. */
export function DeleteReport({ report, isNamed = false }: { report: SavedReport; isNamed?: boolean }) {
  const mayChange = useMayChange(report);
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!mayChange) return null;
  return (
    <DeleteButton
      {...(isNamed ? { name: report.name } : {})}
      question={TEXTS.savedReports.confirmDelete}
      remove={() => call('DELETE /api/reports/{id}', { params: { id: report._id } })}
      onDeleted={async () => {
        await navigate(LIST, { state: { deleted: report } });
        await client.invalidateQueries({ queryKey: keyOf('/api/reports') });
      }}
    />
  );
}

/** Undo saves the report once more under its id, so links to it work again; its figures are built anew. */
export function DeletedNotice() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { deleted } = (useLocation().state ?? {}) as { deleted?: SavedReport };
  const undo = useMutation({
    mutationFn: ({ _id: id }: SavedReport) => call('POST /api/reports/{id}/undelete', { params: { id } }),
    onSuccess: async () => {
      await navigate(LIST, { replace: true, state: null });
      await client.invalidateQueries({ queryKey: keyOf('/api/reports') });
    },
  });
  if (!deleted) return null;
  return (
    <Notice role="status" ref={takeFocus}>
      {deleted.name} has been deleted.{' '}
      <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate(deleted)}>
        Undo
      </Button>
      <Problem error={undo.error && messageOf(undo.error)} />
    </Notice>
  );
}
