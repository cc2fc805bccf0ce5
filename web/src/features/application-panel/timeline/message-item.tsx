import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EmailMessage } from '../../../../../api/contract/messages.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call, queryOf } from '../../../shared/api/calls.ts';
import { applicationQuery } from '../../../shared/application/application-query.ts';
import { EmailView } from '../../../shared/application/email-preview.tsx';
import { Moment } from '../../../shared/dates/dates.tsx';
import { useUser } from '../../../shared/session/session.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { showAlert } from '../../../shared/ui/dialogs.tsx';
import marks from '../../../shared/ui/mark.module.css';
import { Problem } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { MESSAGE_STANDS, messageDetails, messageProblem, messageSender } from './message-words.ts';
import classes from './timeline.module.css';

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

export function MessageItem({
  applicationId,
  message,
  className,
}: {
  applicationId: string;
  message: EmailMessage;
  className: string | undefined;
}) {
  const item = useRef<HTMLLIElement>(null);
  const sendAgain = useSendAgain(applicationId, message._id);
  const call = useStaffNames();
  const { data: user } = useUser();
  const [meaning, word] = MESSAGE_STANDS[message.status];
  const problem = messageProblem(message);
  const details = messageDetails(message);
  return (
    <li ref={item} tabIndex={-1} className={className}>
      <span className={classes.who}>{messageSender(message, user?._id, call)}</span> <What message={message} /> ·{' '}
      <Moment at={message.requestedAt} />{' '}
      <span className={marks.mark} data-meaning={meaning}>
        {word}
      </span>
      {problem !== '' && <p className={message.status === 'failed' ? classes.late : classes.quiet}>{problem}</p>}
      {details !== '' && (
        <p className={classes.quiet} dir="auto">
          {details}
        </p>
      )}
      <Words applicationId={applicationId} message={message} />
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

function What({ message: { template, written } }: { message: EmailMessage }) {
  if (template === TEXTS.emailTemplates.withoutTemplate) return 'sent an email without a template';
  return (
    <>
      sent the email <strong dir="auto">{template}</strong>
      {written && ', edited'}
    </>
  );
}

/** Asked for when it is opened, because each email is rendered. */
function Words({ applicationId, message }: { applicationId: string; message: EmailMessage }) {
  const [isOpen, setIsOpen] = useState(false);
  const subject = message.written?.subject ?? '';
  const isFilled = subject !== '' && !subject.includes('{{');
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary aria-label={isFilled ? undefined : `Show the email ${message.template}`} dir="auto">
        {isFilled ? subject : 'Show the email'}
      </summary>
      {isOpen && <WordsOf applicationId={applicationId} messageId={message._id} />}
    </details>
  );
}

function WordsOf({ applicationId, messageId }: { applicationId: string; messageId: string }) {
  const { data: mail, error } = useQuery({
    ...queryOf('/api/applications/{id}/messages/{messageId}', { params: { id: applicationId, messageId } }),
    staleTime: 5 * 60_000,
  });
  if (error && !mail) return <Problem error={error} />;
  if (!mail) {
    return (
      <Loading label="Loading the email">
        <Bone width="60%" />
        <Bone height="12rem" />
      </Loading>
    );
  }
  return (
    <div className={classes.words}>
      <p className={classes.quiet}>{TEXTS.panel.detailsOfToday}</p>
      <EmailView mail={mail} label={`The email: ${mail.subject}`} />
    </div>
  );
}
