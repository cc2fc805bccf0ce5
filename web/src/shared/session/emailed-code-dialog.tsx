import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import classes from '../ui/dialogs.module.css';
import { Notice } from '../ui/notice.tsx';
import { CodeField } from './code-field.tsx';
import { answerConfirmation } from './confirmation.ts';
import { SessionDialog } from './session-dialog.tsx';

/** Asks for a code that is emailed when the person asks for it; `lead` says why. */
export function EmailedCodeDialog({ email, lead }: { email: string; lead: string }) {
  const buttonId = useId();
  const codeId = useId();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = useMutation({ mutationFn: () => call('POST /api/me/confirmation-code') });
  const confirm = useMutation({
    mutationFn: (emailedCode: string) => call('POST /api/confirm', { body: { emailedCode } }),
    onSuccess: () => answerConfirmation(true),
  });
  const isSent = send.isSuccess || confirm.isError;
  useEffect(() => {
    if (isSent) document.getElementById(codeId)?.focus();
  }, [isSent, codeId]);
  const problem = send.error ?? confirm.error;
  const sendAgain = () => {
    confirm.reset();
    setCode('');
    send.mutate();
  };
  const submit = () => {
    if (!isSent) return sendAgain();
    setMissing(code.trim() === '');
    if (code.trim() === '') document.getElementById(codeId)?.focus();
    else if (!confirm.isPending) confirm.mutate(code);
  };
  const cancel = () => answerConfirmation(false);
  return (
    <SessionDialog
      title="Confirm it’s you"
      lead={lead}
      problem={problem ? messageOf(problem) : null}
      focusId={buttonId}
      onSubmit={submit}
      onCancel={cancel}
    >
      <TextInput label="Email" type="email" value={email} readOnly />
      {isSent && (
        <>
          {send.isSuccess && !confirm.isError && (
            <Notice meaning="good" role="status">
              {send.data.message}
            </Notice>
          )}
          <CodeField
            id={codeId}
            description={TEXTS.loginLinks.codeHelp}
            autoCapitalize="characters"
            value={code}
            error={isMissing && code.trim() === '' ? TEXTS.loginLinks.codeMissing : null}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <Button variant="default" loading={send.isPending} onClick={sendAgain}>
            Send another email
          </Button>
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button id={buttonId} type="submit" loading={isSent ? confirm.isPending : send.isPending}>
          {isSent ? 'Confirm' : 'Email me a code'}
        </Button>
      </div>
    </SessionDialog>
  );
}
