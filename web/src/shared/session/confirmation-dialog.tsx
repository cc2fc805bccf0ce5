import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import { CONFIRMED_MINUTES } from '../../../../domain/access/confirmation.ts';
import { isStaff } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import { AppCodeDialog } from './app-code-dialog.tsx';
import { answerConfirmation } from './confirmation.ts';
import { EmailedCodeDialog } from './emailed-code-dialog.tsx';
import { hasPasskeys, passkeyForConfirmation, secondFactorsQuery } from './passkeys.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** A person without a password gets a code by email. Staff are never asked for one, so their dialog does not wait for the answer. */
export function ConfirmationDialog({ user }: { user: User }) {
  const { data: factors, isPending } = useQuery(secondFactorsQuery);
  if (isPending && !isStaff({ roles: user.orgRoles, isCreator: user.isCreator })) return null;
  if (factors?.confirmsByEmail) return <EmailedCodeDialog email={user.email} />;
  return <ByPassword email={user.email} />;
}

function ByPassword({ email }: { email: string }) {
  const [isByApp, setByApp] = useState(false);
  const confirm = useMutation({
    mutationFn: (password: string) => call('POST /api/confirm', { body: { password } }),
    onSuccess: () => answerConfirmation(true),
  });
  const { data: factors } = useQuery(secondFactorsQuery);
  const isOffered = hasPasskeys() && factors?.passkeys.some(({ isUsableHere }) => isUsableHere) === true;
  const byPasskey = useMutation({
    mutationFn: async () => call('POST /api/confirm', { body: { passkey: await passkeyForConfirmation() } }),
    onMutate: () => confirm.reset(),
    onSuccess: () => answerConfirmation(true),
  });
  const problem = confirm.error ?? byPasskey.error;
  const cancel = () => answerConfirmation(false);
  if (isByApp) return <AppCodeDialog email={email} onPassword={() => setByApp(false)} />;
  return (
    <PasswordDialog
      title="Confirm it’s you"
      lead={TEXTS.portal.confirmHelp(CONFIRMED_MINUTES)}
      email={email}
      problem={problem ? messageOf(problem) : null}
      isPending={confirm.isPending}
      submitLabel="Confirm"
      onPassword={(password) => {
        byPasskey.reset();
        confirm.mutate(password);
      }}
      passkey={
        isOffered
          ? { label: 'Confirm with a passkey', isPending: byPasskey.isPending, onPress: () => byPasskey.mutate() }
          : undefined
      }
      onAppCode={factors?.authenticatorAddedAt ? () => setByApp(true) : undefined}
      onCancel={cancel}
    >
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
    </PasswordDialog>
  );
}
