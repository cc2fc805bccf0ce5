import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { serverNow } from '../../../shared/api/server-clock.ts';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import { undoQuestion } from './bulk-words.ts';
import { noteBulk } from './queries.ts';

export const doEmailsWait = ({ mailsLeaveAt }: Pick<Bulk, 'mailsLeaveAt'>, now = serverNow()): boolean =>
  mailsLeaveAt !== null && Date.parse(mailsLeaveAt) > now;

export function useUndoBulk(bulk: Bulk) {
  const client = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => call('POST /api/applications/bulk/{id}/undo', { params: { id: bulk._id } }),
    onSuccess: (undone) => noteBulk(client, undone),
    onError: (error) => void showAlert(messageOf(error)),
  });
  const undo = async () => {
    const question = undoQuestion(bulk, doEmailsWait(bulk));
    if (await showConfirm(question, { confirmLabel: 'Undo' })) undoing.mutate();
  };
  return { undo, isPending: undoing.isPending };
}
