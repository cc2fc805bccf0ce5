import { useQuery } from '@tanstack/react-query';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { type Answer, call, keyOf } from '../api/calls.ts';
import { Problem } from '../ui/notice.tsx';
import { Bone, Loading } from '../ui/skeleton.tsx';
import classes from './email-preview.module.css';

/** `text` replaces the words of the template, or is all there is. */
export function EmailPreview({
  applicationId,
  templateId,
  text,
}: {
  applicationId: string;
  templateId?: string | undefined;
  text?: { readonly subject: string; readonly body: string } | undefined;
}) {
  const body = { applicationId, ...(templateId === undefined ? {} : { templateId }), ...text };
  const { data: mail, error } = useQuery({
    queryKey: [...keyOf('/api/emailTemplates'), 'preview', body],
    queryFn: ({ signal }) => call('POST /api/sendEmailTemplate/preview', { body, signal }),
    placeholderData: (shown) => (text ? shown : undefined),
  });
  if (error) return <Problem error={error} />;
  if (!mail) {
    return (
      <Loading label="Loading the email">
        <Bone width="60%" />
        <Bone width="80%" />
        <Bone height="16rem" />
      </Loading>
    );
  }
  return <EmailView mail={mail} />;
}

/** The email's HTML is in a sandboxed frame that cannot run scripts or open windows. */
export function EmailView({
  mail,
  label = 'Preview of the email',
}: {
  mail: Answer<'POST /api/sendEmailTemplate/preview'>;
  label?: string;
}) {
  return (
    <section className={classes.mail} aria-label={label}>
      <dl className={classes.pairs}>
        <div>
          <dt>To</dt>
          <dd dir="auto">{mail.to}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd dir="auto">{mail.subject}</dd>
        </div>
        {mail.attachments.length > 0 && (
          <div>
            <dt>Attached</dt>
            <dd>{mail.attachments.map(({ fileName }) => shortFileName(fileName)).join(', ')}</dd>
          </div>
        )}
      </dl>
      <iframe className={classes.emailFrame} sandbox="" srcDoc={mail.html} title={`The email “${mail.subject}”`} />
    </section>
  );
}
