import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Assessment } from '../../../../../api/contract/assessments.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { ASSESSMENT_TYPES, type AssessmentType } from '../../../../../domain/assessment/types.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { useDocumentAt } from '../../../shared/as-of/use-past.ts';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import { DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { ReadOnlyFields } from '../../../shared/editor/read-only-fields.tsx';
import { ReadOnlyNotice } from '../../../shared/editor/read-only-notice.tsx';
import { type Field, storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import classes from './assessments.module.css';
import { ExternalSetup } from './external-setup.tsx';
import { fieldsOf, TYPE_WORDS, valuesOf } from './fields.ts';
import { assessmentQuery, assessmentsQuery, assessmentVersionQuery, useCanWrite } from './queries.ts';
import { TakersNotice } from './takers-notice.tsx';
import { TryAsApplicant } from './try-as-applicant.tsx';

export function AssessmentPage({ organization }: { organization: Organization }) {
  const { id = '' } = useParams();
  return id === 'new' ? (
    <NewAssessment organization={organization} />
  ) : (
    <ExistingAssessment key={id} id={id} organization={organization} />
  );
}

/** The type decides which fields there are, so it is chosen first and stays. */
function NewAssessment({ organization }: { organization: Organization }) {
  const [parameters] = useSearchParams();
  const type = ASSESSMENT_TYPES.find((one) => one === parameters.get('type'));
  if (!useCanWrite(organization._id)) return <NotFound />;
  if (type) {
    return (
      <DocumentPage title={`New ${type === 'external' ? 'external assessment' : type}`} back="All assessments">
        <Form key={type} organization={organization} type={type} />
      </DocumentPage>
    );
  }
  return (
    <DocumentPage title="New assessment" back="All assessments">
      <ul className={classes.types}>
        {ASSESSMENT_TYPES.map((each) => (
          <li key={each}>
            <Link to={`?type=${each}`} className={documents.name}>
              {TYPE_WORDS[each].label}
            </Link>
            <p className={documents.quiet}>{TYPE_WORDS[each].help}</p>
          </li>
        ))}
      </ul>
    </DocumentPage>
  );
}

function ExistingAssessment({ id, organization }: { id: string; organization: Organization }) {
  const canWrite = useCanWrite(organization._id);
  const query = useDocumentAt(id, assessmentQuery(id), (asOf) => assessmentsQuery(organization._id, asOf));
  return (
    <WhenLoaded query={query} noun="assessment">
      {(assessment) => (
        <DocumentPage title={assessment.name} back="All assessments">
          <p className={documents.quiet}>{TYPE_WORDS[assessment.type].label}</p>
          {canWrite && assessment.type === 'quiz' && <TakersNotice id={id} />}
          {canWrite ? (
            <Form organization={organization} type={assessment.type} assessment={assessment} />
          ) : (
            <ReadOnly assessment={assessment} />
          )}
        </DocumentPage>
      )}
    </WhenLoaded>
  );
}

function Form({
  organization: { _id: organizationId },
  type,
  assessment,
}: {
  organization: Organization;
  type: AssessmentType;
  assessment?: Assessment;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const id = assessment?._id;
  const fields = useMemo(
    () => fieldsOf(type, { organizationId, ...(id === undefined ? {} : { targetId: id }) }),
    [type, organizationId, id],
  );
  const read = useCallback((document: Assessment | undefined) => valuesOf(fields, document), [fields]);
  const save = ({ changes, version, key }: Change): Promise<Assessment> => {
    const body = storedChanges(fields, changes);
    return id !== undefined && version !== undefined
      ? call('PUT /api/assessments/{id}', { params: { id }, body: { ...body, version } })
      : call('POST /api/assessments', { body: { ...body, type }, idempotencyKey: key });
  };
  const onSaved = (saved: Assessment) => {
    client.setQueryData(assessmentQuery(saved._id).queryKey, saved);
    void client.invalidateQueries({ queryKey: keyOf('/api/assessments') });
    if (id === undefined) void navigate(`../${saved._id}`, { replace: true, relative: 'path' });
  };
  return (
    <Editor
      fields={fields}
      organizationId={organizationId}
      uploadTo={{ targetType: 'assessment', ...(id === undefined ? {} : { targetId: id }) }}
      document={assessment}
      versionsPath="/api/assessments/{id}/versions"
      read={read}
      draftName={`config.assessment.${id ?? `new.${type}.${organizationId}`}`}
      submitLabel={assessment ? 'Save changes' : 'Create assessment'}
      save={save}
      refresh={() => client.refetchQueries({ queryKey: assessmentQuery(id ?? '').queryKey, exact: true })}
      failureText={(message) => `Error occurred saving changes to assessment: ${message}`}
      onSaved={onSaved}
    >
      {(values, restore) => (
        <>
          <TryAsApplicant {...{ organizationId, type, fields, values, assessment }} />
          {assessment && type === 'external' && <ExternalSetup assessment={assessment} />}
          {assessment && <HistoryOf assessment={assessment} fields={fields} onRestore={restore} />}
        </>
      )}
    </Editor>
  );
}

function ReadOnly({ assessment }: { assessment: Assessment }) {
  const { type, organizationId, _id: targetId } = assessment;
  const fields = useMemo(() => fieldsOf(type, { organizationId, targetId }), [type, organizationId, targetId]);
  const values = valuesOf(fields, assessment);
  return (
    <>
      <ReadOnlyNotice draftName={`config.assessment.${targetId}`}>{TEXTS.assessmentEditor.adminsOnly}</ReadOnlyNotice>
      <TryAsApplicant {...{ organizationId, type, fields, values, assessment }} />
      <ReadOnlyFields fields={fields} values={values} />
      <HistoryOf assessment={assessment} fields={fields} />
    </>
  );
}

function HistoryOf({
  assessment,
  fields,
  onRestore,
}: {
  assessment: Assessment;
  fields: readonly Field[];
  onRestore?: (values: Values) => () => void;
}) {
  const client = useQueryClient();
  return (
    <DocumentHistory
      path="/api/assessments/{id}/versions"
      organizationId={assessment.organizationId}
      document={assessment}
      fields={fields}
      readVersion={(version) => client.query(assessmentVersionQuery(assessment._id, version))}
      onRestore={onRestore && ((old) => onRestore(valuesOf(fields, old)))}
    />
  );
}
