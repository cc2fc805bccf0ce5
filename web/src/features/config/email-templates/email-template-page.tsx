import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { EmailTemplate } from '../../../../../api/contract/email-templates.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { isSameValue } from '../../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { useDocumentAt } from '../../../shared/as-of/use-past.ts';
import { DeleteButton } from '../../../shared/editor/delete-button.tsx';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import { DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { ReadOnlyFields } from '../../../shared/editor/read-only-fields.tsx';
import { ReadOnlyNotice } from '../../../shared/editor/read-only-notice.tsx';
import { storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { builtInOf } from './built-in.ts';
import { ALL_FIELDS, fieldsOf, wordsOf } from './fields.ts';
import { useCanWrite } from './may-write.ts';
import { emailTemplateQuery, emailTemplatesQuery, emailTemplateVersionQuery } from './queries.ts';
import { TemplatePreview } from './template-preview.tsx';
import { TestEmail } from './test-email.tsx';

const draftNameOf = ({ _id }: { readonly _id: string }) => `config.emailTemplate.${_id}`;
const BACK = 'All email templates';

export function EmailTemplatePage({ organization }: { organization: Organization }) {
  const { id = '' } = useParams();
  const canWrite = useCanWrite(organization._id);
  if (id !== 'new') return <ExistingTemplate key={id} id={id} organization={organization} />;
  if (!canWrite) return <NotFound />;
  return (
    <DocumentPage title="New email template" back={BACK}>
      <Form organization={organization} />
    </DocumentPage>
  );
}

function ExistingTemplate({ id, organization }: { id: string; organization: Organization }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const canWrite = useCanWrite(organization._id);
  const query = useDocumentAt(id, emailTemplateQuery(id), (asOf) => emailTemplatesQuery(organization._id, asOf));
  return (
    <WhenLoaded query={query} noun="email template">
      {(template) => (
        <DocumentPage
          title={template.name}
          back={BACK}
          actions={
            canWrite &&
            !template.hasSpecialName && (
              <DeleteButton
                question={TEXTS.emailEditor.confirmDelete(template.name)}
                remove={() => call('DELETE /api/emailTemplates/{id}', { params: { id } })}
                onDeleted={async () => {
                  await client.invalidateQueries({ queryKey: keyOf('/api/emailTemplates') });
                  void navigate('..', { relative: 'path' });
                }}
              />
            )
          }
        >
          <WhenSent template={template} />
          {canWrite ? (
            <Form organization={organization} template={template} />
          ) : (
            <>
              <ReadOnlyNotice draftName={draftNameOf(template)}>{TEXTS.emailEditor.adminsOnly}</ReadOnlyNotice>
              <ReadOnlyFields fields={ALL_FIELDS} values={wordsOf(template)} />
            </>
          )}
        </DocumentPage>
      )}
    </WhenLoaded>
  );
}

function WhenSent({ template }: { template: EmailTemplate }) {
  const builtIn = builtInOf(template._id);
  if (!builtIn) return <p>{TEXTS.emailEditor.sentByStaffHelp}</p>;
  return (
    <Notice>
      {builtIn.sentWhen} {TEXTS.emailEditor.sentByPortal}
      {builtIn.action && TEXTS.emailEditor.linkIsAdded(builtIn.action.label)}
    </Notice>
  );
}

function Form({ organization, template }: { organization: Organization; template?: EmailTemplate }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const fields = fieldsOf(template);
  const save = ({ changes, version, key }: Change): Promise<EmailTemplate> => {
    const body = storedChanges<EmailTemplate>(ALL_FIELDS, changes);
    return template && version !== undefined
      ? call('PUT /api/emailTemplates/{id}', { params: { id: template._id }, body: { ...body, version } })
      : call('POST /api/emailTemplates', { query: { organizationId: organization._id }, body, idempotencyKey: key });
  };
  const onSaved = (saved: EmailTemplate) => {
    client.setQueryData(emailTemplateQuery(saved._id).queryKey, saved);
    void client.invalidateQueries({ queryKey: keyOf('/api/emailTemplates') });
    if (!template) void navigate(`../${saved._id}`, { replace: true, relative: 'path' });
  };
  const isSaved = (values: Values) => {
    const saved = wordsOf(template);
    return fields.every(({ name }) => isSameValue(values[name] ?? '', saved[name] ?? ''));
  };
  return (
    <Editor
      fields={fields}
      organizationId={organization._id}
      {...(template ? { uploadTo: { targetType: 'emailTemplate', targetId: template._id } } : {})}
      document={template}
      versionsPath="/api/emailTemplates/{id}/versions"
      read={wordsOf}
      draftName={draftNameOf(template ?? { _id: `new.${organization._id}` })}
      submitLabel={template ? 'Save changes' : 'Create email template'}
      save={save}
      refresh={() => client.refetchQueries({ queryKey: emailTemplateQuery(template?._id ?? '').queryKey, exact: true })}
      failureText={(message) => message}
      onSaved={onSaved}
    >
      {(values, restore) => (
        <>
          {!template && <Notice>{TEXTS.emailEditor.attachLater}</Notice>}
          <TemplatePreview organizationId={organization._id} templateId={template?._id} values={values} />
          <TestEmail templateId={template && isSaved(values) ? template._id : null} />
          {template && (
            <DocumentHistory
              path="/api/emailTemplates/{id}/versions"
              organizationId={template.organizationId}
              document={template}
              fields={ALL_FIELDS}
              readVersion={(version) => client.query(emailTemplateVersionQuery(template._id, version))}
              onRestore={(old) => restore(wordsOf(old))}
            />
          )}
        </>
      )}
    </Editor>
  );
}
