import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { CONFIRMED_MINUTES } from '../../../../domain/access/confirmation.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { type Answer, call } from '../api/calls.ts';
import classes from '../ui/dialogs.module.css';
import { answerConfirmation } from './confirmation.ts';
import { hasPasskeys, isPasskeyUsable, passkeyForConfirmation } from './passkeys.ts';
import { secondFactorsQuery } from './second-factors-query.ts';
import { SessionDialog } from './session-dialog.tsx';

interface Props {
  readonly email: string;
  readonly passkeys: Answer<'GET /api/me/second-factors'>['passkeys'];
  readonly onAppCode: (() => void) | undefined;
}

/** Confirms who a person is by a passkey; where none of theirs works, it says where one does. */
export function PasskeyDialog({ email, passkeys, onAppCode }: Props) {
  const { confirmHelp, confirmElsewhere, confirmUnsupported, confirmLost } = TEXTS.passkeys;
  const buttonId = useId();
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: async () => call('POST /api/confirm', { body: { passkey: await passkeyForConfirmation() } }),
    onSuccess: () => answerConfirmation(true),
    // It may have been removed elsewhere: then the dialog asks for another proof.
    onError: () => void client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  });
  const cancel = () => answerConfirmation(false);
  const isUsable = isPasskeyUsable(passkeys);
  const hosts = [...new Set(passkeys.map(({ host }) => host))];
  const elsewhere = hasPasskeys() ? confirmElsewhere(hosts) : confirmUnsupported;
  return (
    <SessionDialog
      title="Confirm it’s you"
      lead={isUsable ? confirmHelp(CONFIRMED_MINUTES) : elsewhere}
      problem={confirm.error ? messageOf(confirm.error) : null}
      focusId={buttonId}
      onSubmit={isUsable ? () => confirm.mutate() : cancel}
      onCancel={cancel}
    >
      <TextInput label="Email" type="email" value={email} readOnly />
      {onAppCode && (
        <Button variant="default" onClick={onAppCode}>
          {TEXTS.secondFactors.useCode}
        </Button>
      )}
      {!onAppCode && <p>{confirmLost}</p>}
      <div className={classes.buttons}>
        {isUsable && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button id={buttonId} type="submit" loading={confirm.isPending}>
          {isUsable ? 'Confirm with a passkey' : 'Close'}
        </Button>
      </div>
    </SessionDialog>
  );
}
