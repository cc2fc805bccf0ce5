import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { useDocumentAt, useMayNow, usePosition } from '../../../shared/as-of/use-past.ts';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import { DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { ReadOnlyFields } from '../../../shared/editor/read-only-fields.tsx';
import { ReadOnlyNotice } from '../../../shared/editor/read-only-notice.tsx';
import { type Field, storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import { DuplicateForm } from './duplicate-form.tsx';
import { Embedding } from './embedding.tsx';
import { batchIn, fieldsOf, onlyProcess, readWith } from './fields.tsx';
import { confirmOpening, OpeningChecklist } from './opening.tsx';
import { Preview } from './preview.tsx';
import { batchesQuery, batchQuery, batchVersionQuery } from './queries.ts';
import { type Choices, useChoices } from './use-choices.ts';

const BACK = 'All batches';

interface Props {
  readonly organization: Organization;
}

const useCanWrite = ({ _id }: Organization): boolean => useMayNow('batch.write', _id);

/** At `new?from=…` it duplicates a batch; at `new?process=…` the new batch starts with that process. */
export function BatchEditorPage({ organization }: Props) {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const from = params.get('from');
  const canWrite = useCanWrite(organization);
  if (id !== 'new') return <ExistingBatch key={id} id={id} organization={organization} canWrite={canWrite} />;
  if (!canWrite) return <NotFound />;
  return from ? (
    <Duplicate key={from} id={from} organization={organization} />
  ) : (
    <NewBatch organization={organization} />
  );
}

function Duplicate({ id, organization }: Props & { id: string }) {
  const choices = useChoices(organization);
  return (
    <WhenLoaded query={useQuery(batchQuery(id))} noun="batch">
      {(source) => (
        <WhenLoaded query={choices} noun="choices">
          {({ missingFrom }) => (
            <DocumentPage title={`Duplicate ${source.name}`} back={BACK}>
              <p>{TEXTS.batchEditor.copyHelp}</p>
              <DuplicateForm organization={organization} source={source} missingFrom={missingFrom} />
            </DocumentPage>
          )}
        </WhenLoaded>
      )}
    </WhenLoaded>
  );
}

function NewBatch({ organization }: Props) {
  return (
    <WhenLoaded query={useChoices(organization)} noun="choices">
      {(loaded) => (
        <DocumentPage title="New batch" back={BACK}>
          <Form organization={organization} choices={loaded} />
        </DocumentPage>
      )}
    </WhenLoaded>
  );
}

function ExistingBatch({ id, organization, canWrite }: Props & { id: string; canWrite: boolean }) {
  const choices = useChoices(organization);
  const isPast = usePosition() !== null;
  const query = useDocumentAt(id, batchQuery(id), (asOf) => batchesQuery(organization._id, asOf));
  return (
    <WhenLoaded query={query} noun="batch">
      {(batch) => (
        <WhenLoaded query={choices} noun="choices">
          {(loaded) => (
            <DocumentPage
              title={batch.name}
              back={BACK}
              actions={!isPast && <Actions batch={batch} canWrite={canWrite} />}
            >
              {!isPast && <OpeningChecklist batch={batch} missing={loaded.missingFrom(batch)} canWrite={canWrite} />}
              {canWrite ? (
                <Form organization={organization} choices={loaded} batch={batch} />
              ) : (
                <ReadOnly organization={organization} choices={loaded} batch={batch} />
              )}
            </DocumentPage>
          )}
        </WhenLoaded>
      )}
    </WhenLoaded>
  );
}

function Actions({ batch, canWrite }: { batch: Batch; canWrite: boolean }) {
  return (
    <div className={documents.buttons}>
      <Button component={Link} to={pagePath('batch', { batchId: batch._id })} variant="default" size="sm">
        View
      </Button>
      {canWrite && (
        <Button component={Link} to={`../new?from=${batch._id}`} relative="path" variant="default" size="sm">
          Duplicate
        </Button>
      )}
    </div>
  );
}

function Form({ organization, choices, batch }: Props & { choices: Choices; batch?: Batch }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const organizationId = organization._id;
  const fields = fieldsOf(organization, batch?._id, choices);
  const [params] = useSearchParams();
  const wanted = choices.processes.find(({ value }) => value === params.get('process'));
  const start = wanted ? { processId: wanted.value } : onlyProcess(choices);
  const save = ({ changes, version, key }: Change): Promise<Batch> => {
    const body = { ...storedChanges(fields, changes), organizationId };
    return batch && version !== undefined
      ? call('PUT /api/batches/{id}', { params: { id: batch._id }, body: { ...body, version } })
      : call('POST /api/batches', { body: { ...start, ...body }, idempotencyKey: key });
  };
  const onSaved = (saved: Batch) => {
    client.setQueryData(batchQuery(saved._id).queryKey, saved);
    void client.invalidateQueries({ queryKey: keyOf('/api/batches') });
    if (!batch) void navigate(`../${saved._id}`, { replace: true, relative: 'path' });
  };
  return (
    <Editor
      fields={fields}
      organizationId={organizationId}
      uploadTo={{ targetType: 'batch', ...(batch && { targetId: batch._id }) }}
      document={batch}
      versionsPath="/api/batches/{id}/versions"
      read={readWith(fields, start)}
      draftName={`config.batch.${batch?._id ?? `new.${organizationId}`}`}
      submitLabel={batch ? 'Save changes' : 'Create batch'}
      confirmSave={(values) => confirmOpening(batchIn(fields, values, batch), batch, choices.missingFrom)}
      save={save}
      refresh={() => client.refetchQueries({ queryKey: batchQuery(batch?._id ?? '').queryKey, exact: true })}
      failureText={TEXTS.batches.saveFailed}
      onSaved={onSaved}
    >
      {(values, restore) => (
        <>
          <Preview batch={batchIn(fields, values, batch)} />
          {batch && <Versions batch={batch} fields={fields} onRestore={restore} />}
          {/* Last: screen readers see the frame's own first heading. */}
          {batch && <Embedding batch={batch} />}
        </>
      )}
    </Editor>
  );
}

function ReadOnly({ organization, choices, batch }: Props & { choices: Choices; batch: Batch }) {
  const fields = fieldsOf(organization, batch._id, choices);
  return (
    <>
      <ReadOnlyNotice draftName={`config.batch.${batch._id}`}>{TEXTS.batchEditor.adminsOnly}</ReadOnlyNotice>
      <ReadOnlyFields fields={fields} values={readWith(fields)(batch)} />
      <Preview batch={batch} />
      <Versions batch={batch} fields={fields} />
    </>
  );
}

function Versions({
  batch,
  fields,
  onRestore,
}: {
  batch: Batch;
  fields: readonly Field[];
  onRestore?: (values: Values) => () => void;
}) {
  const client = useQueryClient();
  return (
    <DocumentHistory
      path="/api/batches/{id}/versions"
      organizationId={batch.organizationId}
      document={batch}
      fields={fields}
      readVersion={(version) => client.query(batchVersionQuery(batch._id, version))}
      onRestore={onRestore && ((old) => onRestore(readWith(fields)(old)))}
    />
  );
}
