import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { Webhook } from '../../../../../api/contract/webhooks.ts';
import { isSameValue } from '../../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { isMask } from '../../../../../domain/values/secret-mask.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { useDocumentAt, useMayNow } from '../../../shared/as-of/use-past.ts';
import { DeleteButton } from '../../../shared/editor/delete-button.tsx';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import { DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { ReadOnlyFields } from '../../../shared/editor/read-only-fields.tsx';
import { storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import { batchesQuery } from '../../../shared/staff-queries/list-queries.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { Deliveries } from './deliveries.tsx';
import { fieldsOf, wordsOf } from './fields.ts';
import { Information } from './information.tsx';
import { noteWebhook, webhookQuery, webhooksQuery, webhookVersionQuery } from './queries.ts';
import { SecretSection } from './secret-section.tsx';
import { TestEvent } from './test-event.tsx';

const BACK = 'All webhooks';

const CANCEL = (
  <Button component={Link} to=".." relative="path" variant="default" size="sm">
    Cancel
  </Button>
);

export function WebhookPage({ organization }: { organization: Organization }) {
  const { id = '' } = useParams();
  const canWrite = useMayNow('webhook.manage', organization._id);
  if (id === 'new' && !canWrite) return <NotFound />;
  return id === 'new' ? (
    <DocumentPage title="New webhook" back={BACK} actions={CANCEL}>
      <Form organization={organization} />
    </DocumentPage>
  ) : (
    <ExistingWebhook key={id} id={id} organization={organization} />
  );
}

function ExistingWebhook({ id, organization }: { id: string; organization: Organization }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const canWrite = useMayNow('webhook.manage', organization._id);
  const query = useDocumentAt(id, webhookQuery(id), (asOf) => webhooksQuery(organization._id, asOf));
  const remove = (
    <DeleteButton
      question={TEXTS.webhooks.confirmDelete}
      remove={() => call('DELETE /api/webhooks/{id}', { params: { id } })}
      onDeleted={async () => {
        await client.invalidateQueries({ queryKey: keyOf('/api/webhooks') });
        void navigate('..', { relative: 'path' });
      }}
    />
  );
  return (
    <WhenLoaded query={query} noun="webhook">
      {(webhook) => (
        <DocumentPage
          title={webhook.name}
          back={BACK}
          actions={
            canWrite && (
              <div className={documents.buttons}>
                {CANCEL}
                {remove}
              </div>
            )
          }
        >
          {canWrite ? <Form organization={organization} webhook={webhook} /> : <ReadOnly webhook={webhook} />}
          {canWrite && <Deliveries webhook={webhook} />}
        </DocumentPage>
      )}
    </WhenLoaded>
  );
}

/** With the names of the batches that it may be limited to. */
function useFields() {
  const { data, isPending } = useQuery(batchesQuery);
  const fields = useMemo(() => fieldsOf((data ?? []).map(({ _id: value, name: label }) => ({ value, label }))), [data]);
  return isPending ? null : fields;
}

const LOADING = (
  <Loading>
    <Bone height="20rem" />
  </Loading>
);

function ReadOnly({ webhook }: { webhook: Webhook }) {
  const fields = useFields();
  const values = wordsOf(webhook);
  const shown = fields?.filter(({ applies }) => applies?.(values) ?? true);
  return shown ? <ReadOnlyFields fields={shown} values={values} /> : LOADING;
}

function Form(props: { organization: Organization; webhook?: Webhook }) {
  const fields = useFields();
  return fields ? <FormWith fields={fields} {...props} /> : LOADING;
}

function FormWith({
  fields,
  organization,
  webhook,
}: {
  fields: ReturnType<typeof fieldsOf>;
  organization: Organization;
  webhook?: Webhook;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = ({ changes, version, key }: Change): Promise<Webhook> => {
    const body = storedChanges<Webhook>(fields, changes);
    return webhook && version !== undefined
      ? call('PUT /api/webhooks/{id}', { params: { id: webhook._id }, body: { ...body, version } })
      : call('POST /api/webhooks', { query: { organizationId: organization._id }, body, idempotencyKey: key });
  };
  const onSaved = (saved: Webhook) => {
    noteWebhook(client, saved, saved.secret !== null && !isMask(saved.secret));
    if (!webhook) void navigate(`../${saved._id}`, { replace: true, relative: 'path' });
  };
  const isSaved = (values: Values) => {
    const saved = wordsOf(webhook);
    return webhook !== undefined && fields.every(({ name }) => isSameValue(values[name] ?? '', saved[name] ?? ''));
  };
  return (
    <Editor
      fields={fields}
      organizationId={organization._id}
      document={webhook}
      versionsPath="/api/webhooks/{id}/versions"
      read={wordsOf}
      draftName={`config.webhook.${webhook?._id ?? `new.${organization._id}`}`}
      submitLabel="Save changes"
      save={save}
      refresh={() => client.refetchQueries({ queryKey: webhookQuery(webhook?._id ?? '').queryKey, exact: true })}
      failureText={(message) => message}
      onSaved={onSaved}
    >
      {(values, restore) => (
        <>
          <Information values={values} isNew={webhook === undefined} />
          <TestEvent webhookId={webhook && isSaved(values) ? webhook._id : null} />
          {webhook && <SecretSection webhook={webhook} />}
          {webhook && (
            <DocumentHistory
              path="/api/webhooks/{id}/versions"
              organizationId={webhook.organizationId}
              document={webhook}
              fields={fields}
              readVersion={(version) => client.query(webhookVersionQuery(webhook._id, version))}
              onRestore={(old) => restore(wordsOf(old))}
            />
          )}
        </>
      )}
    </Editor>
  );
}
