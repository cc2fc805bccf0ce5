import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { EmailPreview } from '../../shared/application/email-preview.tsx';
import { putIntoList } from '../../shared/staff-queries/list-queries.ts';
import { useSendableTemplates } from '../../shared/staff-queries/template-queries.ts';
import { showAlert } from '../../shared/ui/dialogs.tsx';
import classes from './application-panel.module.css';
import { ChoiceButtons } from './choice-buttons.tsx';

const NO_KEY = { templateId: '', value: '' };

/** A retry after a lost answer uses the same idempotency key, so that one email is sent. */
function useSend(applicationId: string) {
  const client = useQueryClient();
  const key = useRef(NO_KEY);
  return useMutation({
    mutationFn: (templateId: string) => {
      if (key.current.templateId !== templateId) key.current = { templateId, value: crypto.randomUUID() };
      const idempotencyKey = key.current.value;
      return call('POST /api/sendEmailTemplate', { body: { templateId, applicationId }, idempotencyKey });
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

export function EmailTool({
  application,
  select,
}: {
  application: ApplicationView;
  select: RefObject<HTMLSelectElement | null>;
}) {
  const id = useId();
  const [templateId, setTemplateId] = useState('');
  const { sendable = [] } = useSendableTemplates(application.organizationId);
  const send = useSend(application._id);
  const forget = () => {
    setTemplateId('');
    select.current?.focus();
  };
  const isOnItsWay = useRef(false);
  const sendIt = async () => {
    // The second press of a double click arrives before the button is rendered as disabled.
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    const told = await send.mutateAsync(templateId).then(
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
        onChange={({ currentTarget }) => setTemplateId(currentTarget.value)}
        data={[
          { value: '', label: 'Select a template' },
          ...sendable.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      {templateId !== '' && (
        <>
          <EmailPreview applicationId={application._id} templateId={templateId} />
          <div className={classes.line}>
            <ChoiceButtons label="Send this email" isPending={send.isPending} onCancel={forget} />
          </div>
        </>
      )}
    </form>
  );
}
