import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { formsOf } from '../../../../../domain/process/fields.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { useMayNow, usePastSearch, usePosition } from '../../../shared/as-of/use-past.ts';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import classes from '../../../shared/editor/documents.module.css';
import { batchesQuery, processesQuery, type SavedProcess } from './queries.ts';

export function ProcessList({ organization }: { organization: Organization }) {
  const canWrite = useMayNow('process.write', organization._id);
  const asOf = usePosition();
  const batches = useQuery(batchesQuery(organization._id, asOf)).data;
  return (
    <DocumentList
      title="Forms & processes"
      noun="processes"
      query={useQuery(processesQuery(organization._id, asOf))}
      create={canWrite && 'New process'}
      emptyText={canWrite ? TEXTS.processEditor.emptyForWriters : TEXTS.processEditor.emptyForReaders}
    >
      {(process) => (
        <Item
          process={process}
          programs={batches?.filter(({ processId }) => processId === process._id).map(({ name }) => name)}
          canWrite={canWrite}
        />
      )}
    </DocumentList>
  );
}

function Item({
  process: { _id, config },
  programs,
  canWrite,
}: {
  process: SavedProcess;
  programs: readonly string[] | undefined;
  canWrite: boolean;
}) {
  const questions = formsOf(config).reduce((sum, { fields }) => sum + fields.length, 0);
  const steps = config.applicationDetailsSteps.length;
  const search = usePastSearch();
  return (
    <>
      <div>
        <Link to={{ pathname: _id, search }} className={classes.name} dir="auto">
          {config.label}
        </Link>
        <p>
          {counted(steps, 'step', 'steps')} · {counted(questions, 'question', 'questions')}
        </p>
        {programs && (
          <p className={classes.quiet} dir="auto">
            {programs.length === 0 ? 'Not used yet' : `Used by ${programs.join(', ')}`}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Link to={{ pathname: _id, search }} aria-label={`${canWrite ? 'Edit' : 'View'} ${config.label}`}>
          {canWrite ? 'Edit' : 'View'}
        </Link>
        {canWrite && (
          <Link to={`new?from=${encodeURIComponent(_id)}`} aria-label={`Duplicate ${config.label}`}>
            Duplicate
          </Link>
        )}
      </div>
    </>
  );
}
