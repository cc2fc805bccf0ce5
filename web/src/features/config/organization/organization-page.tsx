import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call } from '../../../shared/api/calls.ts';
import { useMayNow, usePosition } from '../../../shared/as-of/use-past.ts';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import { DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { ReadOnlyFields } from '../../../shared/editor/read-only-fields.tsx';
import { ReadOnlyNotice } from '../../../shared/editor/read-only-notice.tsx';
import { formValues, storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { organizationQuery } from '../../../shared/organization/organization.ts';
import { useActor } from '../../../shared/session/session.ts';
import { Connections } from './connections.tsx';
import { DomainSection } from './domain-section.tsx';
import { organizationFields } from './fields.tsx';
import classes from './organization.module.css';
import { OrganizationChecklist } from './organization-checklist.tsx';
import { organizationConfigQuery, organizationVersionQuery } from './queries.ts';

const heading = (words: string): ReactNode => <h3 className={classes.heading}>{words}</h3>;

const HEADINGS = {
  name: heading('Your school'),
  slug: heading('Addresses'),
  logoFile: heading('Look'),
  timeZone: heading('Time'),
  contactText: heading('What applicants read'),
  sendGridEmailAddress: heading('Emails and interviews'),
  googleAnalyticsId: heading('Analytics'),
};

export function OrganizationPage({ organization: { _id } }: { organization: Organization }) {
  const canWrite = useMayNow('organization.write', _id);
  const asOf = usePosition();
  return (
    <WhenLoaded query={useQuery(organizationConfigQuery(_id, asOf))} noun="organization">
      {(organization) => (
        <DocumentPage title="Organization">
          {asOf === null && <OrganizationChecklist organization={organization} canWrite={canWrite} />}
          {canWrite ? <Form organization={organization} /> : <ReadOnly organization={organization} />}
        </DocumentPage>
      )}
    </WhenLoaded>
  );
}

function useFields({ _id, timeZone }: Organization) {
  const hasSecrets = can(useActor(), 'organization.writeSecrets', { organizationId: _id });
  return useMemo(() => organizationFields({ _id, timeZone }, hasSecrets), [_id, timeZone, hasSecrets]);
}

function Form({ organization }: { organization: Organization }) {
  const client = useQueryClient();
  const { _id: id } = organization;
  const fields = useFields(organization);
  const read = useMemo(() => (document: Organization | undefined) => formValues(fields, document), [fields]);
  const save = ({ changes, version }: Change): Promise<Organization> =>
    call('PUT /api/organizations/{id}', {
      params: { id },
      body: { ...storedChanges(fields, changes), ...(version === undefined ? {} : { version }) },
    });
  const onSaved = (saved: Organization) => {
    client.setQueryData(organizationConfigQuery(id).queryKey, saved);
    client.setQueryData(organizationQuery.queryKey, (before) => (before?._id === id ? saved : before));
  };
  return (
    <Editor
      fields={fields}
      headings={HEADINGS}
      organizationId={id}
      uploadTo={{ targetType: 'organization', targetId: id }}
      document={organization}
      versionsPath="/api/organizations/{id}/versions"
      read={read}
      draftName={`config.organization.${id}`}
      submitLabel="Save changes"
      save={save}
      refresh={() => client.refetchQueries({ queryKey: organizationConfigQuery(id).queryKey, exact: true })}
      failureText={(message) => message}
      onSaved={onSaved}
    >
      {(_, restore) => <Beside organization={organization} onRestore={restore} />}
    </Editor>
  );
}

function ReadOnly({ organization }: { organization: Organization }) {
  const fields = useFields(organization);
  return (
    <>
      <ReadOnlyNotice draftName={`config.organization.${organization._id}`}>
        {TEXTS.schoolEditor.readOnly}
      </ReadOnlyNotice>
      <ReadOnlyFields fields={fields} headings={HEADINGS} values={formValues(fields, organization)} />
      <Beside organization={organization} />
    </>
  );
}

function Beside({
  organization,
  onRestore,
}: {
  organization: Organization;
  onRestore?: (values: Values) => () => void;
}) {
  const client = useQueryClient();
  const fields = useFields(organization);
  const { _id: id } = organization;
  const canWrite = useMayNow('organization.write', id);
  // What other services know of the school has no past.
  if (usePosition() !== null) return null;
  return (
    <>
      <DomainSection organization={organization} />
      {canWrite && <Connections organization={organization} />}
      <DocumentHistory
        path="/api/organizations/{id}/versions"
        organizationId={id}
        document={organization}
        fields={fields}
        readVersion={(version) => client.query(organizationVersionQuery(id, version))}
        onRestore={onRestore && ((old) => onRestore(formValues(fields, old)))}
      />
    </>
  );
}
