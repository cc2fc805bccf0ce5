import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CONFIRMED_MINUTES } from '../../../../domain/access/confirmation.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import { answerConfirmation } from './confirmation.ts';
import { PasswordDialog } from './password-dialog.tsx';

export function ConfirmationDialog({ email }: { email: string }) {
  const confirm = useMutation({
    mutationFn: (password: string) => call('POST /api/confirm', { body: { password } }),
    onSuccess: () => answerConfirmation(true),
  });
  const cancel = () => answerConfirmation(false);
  return (
    <PasswordDialog
      title="Confirm that it is you"
      lead={TEXTS.portal.confirmHelp(CONFIRMED_MINUTES)}
      email={email}
      problem={confirm.error ? messageOf(confirm.error) : null}
      isPending={confirm.isPending}
      submitLabel="Confirm"
      onPassword={(password) => confirm.mutate(password)}
      onCancel={cancel}
    >
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
    </PasswordDialog>
  );
}
