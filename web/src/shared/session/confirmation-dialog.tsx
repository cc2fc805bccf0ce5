import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import { CONFIRMED_MINUTES } from '../../../../domain/access/confirmation.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import type { NeededProof } from '../api/session-guard.ts';
import { AppCodeDialog } from './app-code-dialog.tsx';
import { answerConfirmation } from './confirmation.ts';
import { EmailedCodeDialog } from './emailed-code-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { isPasskeyUsable } from './passkeys.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { secondFactorsQuery } from './second-factors-query.ts';

/** Asks for what a waiting call needs. */
export function ConfirmationDialog({ user: { email }, needed }: { user: User; needed: NeededProof }) {
  if (needed === 'emailedCode') return <EmailedCodeDialog email={email} lead={TEXTS.requiredFactors.codeHelp} />;
  return <IdentityDialog email={email} />;
}

/** Asks for a second factor; people who have none enter their password, or a code from an email if they have no password either. */
function IdentityDialog({ email }: { email: string }) {
  const { data: factors, isPending } = useQuery(secondFactorsQuery);
  const [isByApp, setByApp] = useState(false);
  if (isPending) return null;
  if (!factors) return <ByPassword email={email} />;
  const { confirmsByEmail, authenticatorAddedAt, passkeys } = factors;
  if (confirmsByEmail) return <EmailedCodeDialog email={email} lead={TEXTS.loginLinks.confirmHelp} />;
  const isUsable = isPasskeyUsable(passkeys);
  if (authenticatorAddedAt !== null && (isByApp || !isUsable)) {
    return <AppCodeDialog email={email} onPasskey={isUsable ? () => setByApp(false) : undefined} />;
  }
  if (passkeys.length === 0) return <ByPassword email={email} />;
  const onAppCode = authenticatorAddedAt === null ? undefined : () => setByApp(true);
  return <PasskeyDialog email={email} passkeys={passkeys} onAppCode={onAppCode} />;
}

function ByPassword({ email }: { email: string }) {
  const confirm = useMutation({
    mutationFn: (password: string) => call('POST /api/confirm', { body: { password } }),
    onSuccess: () => answerConfirmation(true),
  });
  const cancel = () => answerConfirmation(false);
  return (
    <PasswordDialog
      title="Confirm it’s you"
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
