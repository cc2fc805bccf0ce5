import { Button, FileButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { ProcessBlob } from '../../../../../api/contract/processes.ts';
import { can } from '../../../../../domain/access/policy.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { duplicateProcess } from '../../../../../domain/process-editing/edits.ts';
import { checkText, textOfConfig } from '../../../../../domain/process-editing/json-text.ts';
import { PATTERNS, processFromPattern } from '../../../../../domain/process-editing/patterns.ts';
import {
  openFile,
  type ProcessFile,
  type Referable,
  replaceReferences,
} from '../../../../../domain/process-editing/process-file.ts';
import { PROCESS_TEXT_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { useRetryKey } from '../../../shared/api/use-retry-key.ts';
import { useMayNow, usePosition } from '../../../shared/as-of/use-past.ts';
import { DeleteButton } from '../../../shared/editor/delete-button.tsx';
import { Deleted } from '../../../shared/editor/deleted.ts';
import { DidNotExist, DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { ReadOnlyNotice } from '../../../shared/editor/read-only-notice.tsx';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import { useActor } from '../../../shared/session/session.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { newId } from './editing.ts';
import { ForeignReferences } from './foreign-references.tsx';
import { ProcessEditor } from './process-editor.tsx';
import classes from './processes.module.css';
import {
  assessmentsQuery,
  batchesQuery,
  paymentModelsQuery,
  processBlobsQuery,
  processesQuery,
  type SavedProcess,
} from './queries.ts';

const BACK = 'All processes';

export function ProcessPage({ organization }: { organization: Organization }) {
  const { id = '' } = useParams();
  const asOf = usePosition();
  const processes = useQuery(processesQuery(organization._id, asOf));
  return (
    <WhenLoaded query={processes} noun="process">
      {(all) =>
        id === 'new' ? (
          <NewProcess organization={organization} processes={all} />
        ) : (
          <ExistingProcess
            key={`${id} ${asOf}`}
            organization={organization}
            process={all.find(({ _id }) => _id === id)}
          />
        )
      }
    </WhenLoaded>
  );
}

function useCanWrite(organizationId: string): boolean {
  return useMayNow('process.write', organizationId);
}

function ExistingProcess({
  organization,
  process: found,
}: {
  organization: Organization;
  process: SavedProcess | undefined;
}) {
  const client = useQueryClient();
  const canWrite = useCanWrite(organization._id);
  const { queryKey } = processBlobsQuery(organization._id);
  // One that is deleted while it is edited stays, because its edits may be work of hours.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const process = found ?? last;
  const asOf = usePosition();
  if (!process) return asOf === null ? <NotFound /> : <DidNotExist noun="process" />;
  const { _id: id, config, version } = process;
  return (
    <Deleted value={!found}>
      <DocumentPage
        title={config.label}
        back={BACK}
        actions={canWrite && found && <Actions organization={organization} process={process} />}
      >
        {!canWrite && (
          <ReadOnlyNotice draftName={`config.process.${id}`}>{TEXTS.processEditor.adminsOnly}</ReadOnlyNotice>
        )}
        {canWrite && found && <NextBatch organization={organization} process={process} />}
        <ProcessEditor
          organization={organization}
          processId={id}
          saved={{ version, config }}
          draftName={asOf === null ? `config.process.${id}` : `past.process.${id}`}
          canWrite={canWrite}
          save={({ json, version: base, renames, impact }) =>
            call('PUT /api/processConfigBlobs/{id}', {
              params: { id },
              body: { json, version: base ?? null, renames: [...renames], impact: impact ?? null },
            })
          }
          onSaved={(stored) => {
            client.setQueryData(queryKey, (all: ProcessBlob[] | undefined) =>
              all?.map((one) => (one._id === id ? stored : one)),
            );
            void client.invalidateQueries({ queryKey: keyOf('/api/processConfigBlobs') });
          }}
          refresh={() => client.refetchQueries({ queryKey, exact: true })}
        />
      </DocumentPage>
    </Deleted>
  );
}

/** The next step after a new process is created: no program uses it yet. */
function NextBatch({
  organization: { _id: organizationId },
  process: { _id: id },
}: {
  organization: Organization;
  process: SavedProcess;
}) {
  const canCreate = can(useActor(), 'batch.write', { organizationId });
  const batches = useQuery(batchesQuery(organizationId)).data;
  if (!canCreate || batches === undefined || batches.some(({ processId }) => processId === id)) return null;
  return (
    <p className={documents.quiet}>
      {TEXTS.processEditor.notUsed}{' '}
      <Link to={`../../batches/new?process=${encodeURIComponent(id)}`} relative="path">
        Create a batch with it
      </Link>
    </p>
  );
}

function Actions({
  organization,
  process: { _id: id, config },
}: {
  organization: Organization;
  process: SavedProcess;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const batches = useQuery(batchesQuery(organization._id)).data;
  const isUsed = batches === undefined || batches.some(({ processId }) => processId === id);
  return (
    <div className={documents.buttons}>
      <Button component={Link} to={`../new?from=${encodeURIComponent(id)}`} relative="path" variant="default" size="sm">
        Duplicate
      </Button>
      {!isUsed && (
        <DeleteButton
          question={TEXTS.processEditor.confirmDelete(config.label)}
          remove={() => call('DELETE /api/processConfigBlobs/{id}', { params: { id } })}
          onDeleted={async () => {
            await navigate('..', { relative: 'path' });
            await client.invalidateQueries({ queryKey: keyOf('/api/processConfigBlobs') });
          }}
        />
      )}
    </div>
  );
}

function NewProcess({ organization, processes }: { organization: Organization; processes: readonly SavedProcess[] }) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  if (!useCanWrite(organization._id)) return <NotFound />;
  const from = params.get('from');
  const pattern = PATTERNS.find(({ key }) => key === params.get('pattern'));
  const original = processes.find(({ _id }) => _id === from)?.config;
  const opened = params.has('file') ? configIn(state) : null;
  if (!pattern && !original && !opened) return <Starts organizationId={organization._id} processes={processes} />;
  return (
    <Started
      key={params.toString()}
      organization={organization}
      start={from ?? pattern?.key ?? 'file'}
      make={() =>
        original
          ? duplicateProcess(original, newId)
          : opened
            ? { ...duplicateProcess(opened, newId), label: opened.label }
            : processFromPattern(pattern?.key ?? 'short', newId)
      }
    />
  );
}

/** The browser keeps it with the address, also over a reload. */
function configIn(state: unknown): ProcessConfig | null {
  const text = (state as { file?: unknown } | null)?.file;
  return typeof text === 'string' ? checkText(text).config : null;
}

/** Opens a process that was saved to a file, from this school or another. */
function FromFile({ organizationId }: { organizationId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<{ file: ProcessFile; own: Referable } | null>(null);
  const begin = (text: string) => navigate('?file', { state: { file: text } });
  const open = async (file: File | null) => {
    if (!file) return;
    setRefused(null);
    setAsked(null);
    if (file.size > PROCESS_TEXT_LIMIT) {
      setRefused([TEXTS.processes.fileTooLarge]);
      return;
    }
    try {
      const [assessmentIds, availablePaymentModels] = await Promise.all([
        client.fetchQuery(assessmentsQuery(organizationId)),
        client.fetchQuery(paymentModelsQuery(organizationId)),
      ]);
      const own = { assessmentIds, availablePaymentModels };
      const opened = openFile(await file.text(), own);
      if (!opened.config) setRefused(opened.errors.map(({ line, message }) => `Line ${line}: ${message}`));
      else if (opened.foreign.length > 0) setAsked({ file: opened, own });
      else await begin(opened.text);
    } catch (error) {
      setRefused([messageOf(error)]);
    }
  };
  return (
    <>
      <h3 className={classes.listTitle}>Or from a file</h3>
      <p className={documents.quiet}>{TEXTS.processEditor.fileHelp}</p>
      <div className={classes.actions}>
        <FileButton accept="application/json,.json" onChange={(file) => void open(file)}>
          {(props) => (
            <Button {...props} variant="default" size="sm">
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      {asked?.file.config && (
        <ForeignReferences
          foreign={asked.file.foreign}
          own={asked.own}
          onCancel={() => setAsked(null)}
          onChosen={(choose) =>
            asked.file.config && void begin(textOfConfig(replaceReferences(asked.file.config, choose)))
          }
        />
      )}
      {refused && (
        <Notice meaning="problem" role="alert">
          <p>This file cannot be used:</p>
          <ul className={classes.conflicts}>
            {refused.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Starts({ organizationId, processes }: { organizationId: string; processes: readonly SavedProcess[] }) {
  return (
    <DocumentPage title="New process" back={BACK}>
      <h3 className={classes.listTitle}>Start from an example</h3>
      <ul className={documents.list}>
        {PATTERNS.map(({ key, label, description }) => (
          <li key={key} className={documents.item}>
            <div>
              <Link to={`?pattern=${key}`} className={documents.name}>
                {label}
              </Link>
              <p className={documents.quiet}>{description}</p>
            </div>
          </li>
        ))}
      </ul>
      {processes.length > 0 && (
        <>
          <h3 className={classes.listTitle}>Or from a copy</h3>
          <ul className={documents.list}>
            {processes.map(({ _id, config: { label } }) => (
              <li key={_id} className={documents.item}>
                <Link to={`?from=${encodeURIComponent(_id)}`} className={documents.name} dir="auto">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <FromFile organizationId={organizationId} />
    </DocumentPage>
  );
}

function Started({
  organization,
  start,
  make,
}: {
  organization: Organization;
  start: string;
  make: () => ProcessConfig;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [config] = useState(make);
  const retryKeyOf = useRetryKey();
  return (
    <DocumentPage title="New process" back={BACK}>
      <p className={documents.quiet}>{TEXTS.processEditor.liveLater}</p>
      <ProcessEditor
        organization={organization}
        processId={null}
        saved={{ version: undefined, config }}
        draftName={`config.process.new.${organization._id}.${start}`}
        canWrite
        save={({ json }) => call('POST /api/processConfigBlobs', { body: { json }, idempotencyKey: retryKeyOf(json) })}
        onSaved={(stored) => {
          client.setQueryData(processBlobsQuery(organization._id).queryKey, (all: ProcessBlob[] | undefined) => [
            ...(all ?? []),
            stored,
          ]);
          void client.invalidateQueries({ queryKey: keyOf('/api/processConfigBlobs') });
          void navigate(`../${stored._id}`, { replace: true, relative: 'path' });
        }}
        refresh={() => client.invalidateQueries({ queryKey: keyOf('/api/processConfigBlobs') })}
      />
    </DocumentPage>
  );
}
