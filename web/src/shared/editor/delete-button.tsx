import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { showAlert, showConfirm } from '../ui/dialogs.tsx';

/** Deletes a document after a question. */
export function DeleteButton({
  name,
  question,
  remove,
  onDeleted,
}: {
  /** Of the document, in a list with several such buttons. */
  name?: string;
  question: string;
  remove: () => Promise<unknown>;
  onDeleted: () => unknown;
}) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: onDeleted,
    onError: (error) => void showAlert(TEXTS.lists.deleteFailed(messageOf(error))),
  });
  const ask = async () => {
    if (await showConfirm(question, { confirmLabel: 'Delete', isDestructive: true })) removal.mutate();
  };
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={name === undefined ? undefined : `Delete ${name}`}
      loading={removal.isPending}
      onClick={() => void ask()}
    >
      Delete
    </Button>
  );
}
