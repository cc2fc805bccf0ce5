import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { EmailPreview } from '../../shared/application/email-preview.tsx';
import type { Words } from '../../shared/drafts/drafts.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import { putIntoList } from '../../shared/staff-queries/list-queries.ts';
import { useSendableTemplates } from '../../shared/staff-queries/template-queries.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
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

/** Null where nothing was written. An empty subject or text is not kept. */
function keptText(kept: Words | null): EmailText | null {
  const { subject = '', body = '' } = kept ?? {};
  return subject === '' && body === '' ? null : { subject: textOf(subject), body: textOf(body) };
}

const NO_TEXT: EmailText = { subject: '', body: '' };

export interface EmailToolHandle {
  /** Chooses the template, if one is named, and moves there. */
  readonly write: (templateId?: string) => void;
}

/** A written text is kept on this device until it is sent or discarded. */
export function EmailTool({ application, ref }: { application: ApplicationView; ref: Ref<EmailToolHandle> }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const draft = useDraft(`email.${application._id}`);
  const [chosen, setChosen] = useState(textOf(draft.initial?.templateId ?? ''));
  const [text, setText] = useState(() => keptText(draft.initial));
  const [previewed, setPreviewed] = useState(text);
  const { sendable } = useSendableTemplates(application.organizationId);
  const send = useSend(application._id);
  const template = sendable?.find(({ _id }) => _id === chosen);
  // What was written for a template that is deleted now can be sent without it.
  const templateId = text && sendable && !template ? BLANK : chosen;
  const isWritten = ({ subject, body }: EmailText) =>
    subject !== (template?.subject ?? '') || body !== (template?.body ?? '');
  const show = (words: EmailText | null) => {
    setText(words);
    setPreviewed(words);
  };
  const write = (words: EmailText) => {
    setText(words);
    if (isWritten(words) && keptText({ ...words })) draft.keep({ templateId, ...words }, {});
    else draft.forget();
  };
  const choose = (id: string) => {
    draft.forget();
    setChosen(id);
    show(id === BLANK ? NO_TEXT : null);
  };
  const mayDiscard = async (): Promise<boolean> =>
    !text ||
    !isWritten(text) ||
    (await showConfirm(TEXTS.panel.confirmDiscardEmail, { confirmLabel: 'Discard', isDestructive: true }));
  const isBlank = text !== null && (text.subject.trim() === '' || text.body.trim() === '');
  const named = templateId === BLANK ? {} : { templateId };
  const forget = () => {
    choose('');
    select.current?.focus();
  };
  const isOnItsWay = useRef(false);
  const cancel = async () => {
    if (await mayDiscard()) forget();
  };
  const chooseAnother = async (id: string) => {
    if (await mayDiscard()) choose(id);
  };
  useImperativeHandle(ref, () => ({
    write: async (wanted) => {
      if (wanted !== undefined && wanted !== templateId) await chooseAnother(wanted);
      form.current?.scrollIntoView({ block: 'nearest' });
      select.current?.focus({ preventScroll: true });
    },
  }));
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
      ref={form}
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
        onChange={({ currentTarget }) => void chooseAnother(currentTarget.value)}
        data={[
          { value: '', label: 'Select a template' },
          { value: BLANK, label: TEXTS.emailTemplates.withoutTemplate },
          ...(sendable ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
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
                onChange={({ currentTarget }) => write({ ...text, subject: currentTarget.value })}
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
                onChange={({ currentTarget }) => write({ ...text, body: currentTarget.value })}
              />
            </div>
          )}
          {!text && <EmailPreview applicationId={application._id} {...named} />}
          {!text && template && (
            <div>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => show({ subject: template.subject, body: template.body })}
              >
                Edit this email
              </Button>
            </div>
          )}
          <div className={classes.line}>
            <ChoiceButtons label="Send this email" isPending={send.isPending} onCancel={() => void cancel()} />
            {draft.kept !== 'nowhere' && <span className={classes.quiet}>Draft saved on this device</span>}
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
