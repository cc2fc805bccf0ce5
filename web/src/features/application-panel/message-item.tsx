import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { EmailMessage } from '../../../../api/contract/messages.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import { showAlert } from '../../shared/ui/dialogs.tsx';
import classes from './application-panel.module.css';
import { MESSAGE_STANDS, messageDetails, messageProblem } from './message-words.ts';

/** A second press changes nothing, because the email is no longer failed. */
function useSendAgain(applicationId: string, messageId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call('POST /api/applications/{id}/messages/{messageId}/sendAgain', { params: { id: applicationId, messageId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: applicationQuery(applicationId).queryKey }),
    onError: (error) => showAlert(messageOf(error)),
  });
}

export function MessageItem({ applicationId, message }: { applicationId: string; message: EmailMessage }) {
  const item = useRef<HTMLLIElement>(null);
  const sendAgain = useSendAgain(applicationId, message._id);
  const call = useStaffNames();
  const [meaning, word] = MESSAGE_STANDS[message.status];
  const problem = messageProblem(message);
  const details = messageDetails(message);
  return (
    <li ref={item} tabIndex={-1}>
      <p>
        <strong dir="auto">{message.template}</strong>{' '}
        <span className={classes.mark} data-meaning={meaning}>
          {word}
        </span>
      </p>
      <p className={classes.byline}>
        <bdi>{message.requestedBy ? (call(message.requestedBy.email) ?? 'Former member') : 'Sent automatically'}</bdi> ·{' '}
        <Moment at={message.requestedAt} />
      </p>
      {message.written && (
        <details>
          <summary dir="auto">{message.written.subject}</summary>
          <p className={classes.message} dir="auto">
            {message.written.body}
          </p>
        </details>
      )}
      {problem !== '' && <p className={message.status === 'failed' ? classes.late : classes.quiet}>{problem}</p>}
      {details !== '' && (
        <p className={classes.quiet} dir="auto">
          {details}
        </p>
      )}
      {message.canSendAgain && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Send again: ${message.template}`}
          loading={sendAgain.isPending}
          onClick={() => sendAgain.mutate(undefined, { onSuccess: () => item.current?.focus() })}
        >
          Send again
        </Button>
      )}
    </li>
  );
}
