import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { EmailPreview } from '../../shared/application/email-preview.tsx';
import { putIntoList } from '../../shared/staff-queries/list-queries.ts';
import { useSendableTemplates } from '../../shared/staff-queries/template-queries.ts';
import { showAlert } from '../../shared/ui/dialogs.tsx';
import classes from './application-panel.module.css';
import { ChoiceButtons } from './choice-buttons.tsx';

interface Email {
  readonly templateId?: string;
  readonly subject?: string;
  readonly body?: string;
}

const NO_KEY = { email: '', value: '' };
/** The choice of an email without a template. */
const BLANK = 'blank';

/** A retry after a lost answer uses the same idempotency key, so that one email is sent. */
function useSend(applicationId: string) {
  const client = useQueryClient();
  const key = useRef(NO_KEY);
  return useMutation({
    mutationFn: (email: Email) => {
      const words = JSON.stringify(email);
      if (key.current.email !== words) key.current = { email: words, value: crypto.randomUUID() };
      const idempotencyKey = key.current.value;
      return call('POST /api/sendEmailTemplate', { body: { ...email, applicationId }, idempotencyKey });
    },
    onSuccess: async () => {
      key.current = NO_KEY;
      // Sending changes the status NEW to INFORMATION SENT, the history and the messages.
      const { queryKey } = applicationQuery(applicationId);
      await client.invalidateQueries({ queryKey });
      const changed = client.getQueryData(queryKey);
      if (changed) putIntoList(client, changed);
    },
  });
}

interface EmailText {
  readonly subject: string;
  readonly body: string;
}

export function EmailTool({
  application,
  select,
}: {
  application: ApplicationView;
  select: RefObject<HTMLSelectElement | null>;
}) {
  const id = useId();
  const [templateId, setTemplateId] = useState('');
  const [text, setText] = useState<EmailText | null>(null);
  const [previewed, setPreviewed] = useState<EmailText | null>(null);
  const { sendable = [] } = useSendableTemplates(application.organizationId);
  const send = useSend(application._id);
  const template = sendable.find(({ _id }) => _id === templateId);
  const write = (words: EmailText | null) => {
    setText(words);
    setPreviewed(words);
  };
  const choose = (chosen: string) => {
    setTemplateId(chosen);
    write(chosen === BLANK ? { subject: '', body: '' } : null);
  };
  const isBlank = text !== null && (text.subject.trim() === '' || text.body.trim() === '');
  const named = templateId === BLANK ? {} : { templateId };
  const forget = () => {
    choose('');
    select.current?.focus();
  };
  const isOnItsWay = useRef(false);
  const sendIt = async () => {
    // The second press of a double click arrives before the button is rendered as disabled.
    if (isOnItsWay.current || isBlank) return;
    isOnItsWay.current = true;
    const told = await send.mutateAsync({ ...named, ...text }).then(
      ({ message }) => {
        forget();
        return message;
      },
      (error: unknown) => messageOf(error),
    );
    isOnItsWay.current = false;
    await showAlert(told);
  };
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void sendIt();
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Send an email
      </label>
      <NativeSelect
        ref={select}
        id={id}
        size="sm"
        value={templateId}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: 'Select a template' },
          { value: BLANK, label: TEXTS.emailTemplates.withoutTemplate },
          ...sendable.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      {templateId !== '' && (
        <>
          {text && (
            <div className={classes.tool}>
              <TextInput
                size="sm"
                label="Subject"
                required
                maxLength={TEXT_LIMIT}
                value={text.subject}
                onBlur={() => setPreviewed(text)}
                onKeyDown={(event) => {
                  // Enter would send an email that is not finished.
                  if (event.key === 'Enter') event.preventDefault();
                }}
                onChange={({ currentTarget }) => setText({ ...text, subject: currentTarget.value })}
              />
              <Textarea
                size="sm"
                label="Text"
                required
                autosize
                minRows={5}
                maxRows={16}
                maxLength={PARAGRAPH_LIMIT}
                value={text.body}
                onBlur={() => setPreviewed(text)}
                onChange={({ currentTarget }) => setText({ ...text, body: currentTarget.value })}
              />
            </div>
          )}
          {!text && <EmailPreview applicationId={application._id} {...named} />}
          {!text && template && (
            <div>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => write({ subject: template.subject, body: template.body })}
              >
                Edit this email
              </Button>
            </div>
          )}
          <div className={classes.line}>
            <ChoiceButtons label="Send this email" isPending={send.isPending} onCancel={forget} />
          </div>
          {/* Below the buttons, which would otherwise move away from under the pointer when a field is left. */}
          {text && previewed && previewed.body.trim() !== '' && (
            <EmailPreview applicationId={application._id} {...named} text={previewed} />
          )}
        </>
      )}
    </form>
  );
}
