import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CONFIRMED_MINUTES } from '../../../../domain/access/confirmation.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import classes from '../ui/dialogs.module.css';
import { CodeField } from './code-field.tsx';
import { answerConfirmation } from './confirmation.ts';
import { secondFactorsQuery } from './second-factors-query.ts';
import { SessionDialog } from './session-dialog.tsx';

/** Confirms who a person is by a code of their authenticator app. */
export function AppCodeDialog({ email, onPasskey }: { email: string; onPasskey: (() => void) | undefined }) {
  const codeId = useId();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call('POST /api/confirm', { body: { code } }),
    onSuccess: () => answerConfirmation(true),
    // It may have been removed elsewhere: then the dialog asks for another proof.
    onError: () => void client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  });
  const submit = () => {
    setMissing(code.trim() === '');
    if (code.trim() === '') document.getElementById(codeId)?.focus();
    else if (!confirm.isPending) confirm.mutate();
  };
  const cancel = () => answerConfirmation(false);
  return (
    <SessionDialog
      title="Confirm it’s you"
      lead={TEXTS.secondFactors.confirmHelp(CONFIRMED_MINUTES)}
      problem={confirm.error ? messageOf(confirm.error) : null}
      focusId={codeId}
      onSubmit={submit}
      onCancel={cancel}
    >
      <TextInput label="Email" type="email" value={email} readOnly />
      <CodeField
        id={codeId}
        value={code}
        error={isMissing && code.trim() === '' ? TEXTS.secondFactors.codeMissing : null}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      {onPasskey && (
        <Button variant="default" onClick={onPasskey}>
          {TEXTS.secondFactors.usePasskey}
        </Button>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          Confirm
        </Button>
      </div>
    </SessionDialog>
  );
}
