import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { hasStarted } from '../../../../../domain/batch/status.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { useMayNow, usePastSearch, usePosition } from '../../../shared/as-of/use-past.ts';
import { useAddressChange } from '../../../shared/browser/use-address-change.ts';
import { ItemDescription } from '../../../shared/editor/document-item.tsx';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import classes from '../../../shared/editor/documents.module.css';
import own from './batches.module.css';
import { STATUS_MEANINGS } from './fields.tsx';
import { batchesQuery } from './queries.ts';

const COMPLETED = 'completed';

export function BatchList({ organization }: { organization: Organization }) {
  const canWrite = useMayNow('batch.write', organization._id);
  const [params, change] = useAddressChange();
  const showsCompleted = params.has(COMPLETED);
  const query = useQuery(batchesQuery(organization._id, usePosition()));
  const completed = query.data?.filter(({ status }) => hasStarted(status)).length ?? 0;
  return (
    <DocumentList
      title="Batches"
      query={query}
      create={canWrite && 'New Batch'}
      emptyText={canWrite ? TEXTS.batchEditor.empty : TEXTS.batchEditor.emptyForReaders}
      tools={
        <Checkbox
          label={`Show completed (${completed})`}
          checked={showsCompleted}
          onChange={({ currentTarget: { checked } }) => change(COMPLETED, () => (checked ? '1' : null))}
        />
      }
      isShown={({ status }) => showsCompleted || !hasStarted(status)}
      noneShownText={TEXTS.batchEditor.allComplete}
    >
      {(batch) => <Item batch={batch} canWrite={canWrite} />}
    </DocumentList>
  );
}

function Item({ batch, canWrite }: { batch: Batch; canWrite: boolean }) {
  const { _id, name, status, description, seatsTaken, capacity } = batch;
  const search = usePastSearch();
  return (
    <>
      <div>
        <Link to={{ pathname: _id, search }} className={classes.name} dir="auto">
          {name}
        </Link>
        <p>
          <strong className={hasStarted(status) ? own.complete : undefined} title={STATUS_MEANINGS[status]}>
            {status}
          </strong>{' '}
          · {seatsTaken} of {capacity} places taken
        </p>
        <ItemDescription markdown={description} />
      </div>
      <div className={classes.actions}>
        <Link to={{ pathname: _id, search }} aria-label={`${canWrite ? 'Edit' : 'Details of'} ${name}`}>
          {canWrite ? 'Edit' : 'Details'}
        </Link>
        {search === '' && (
          <Link to={pagePath('batch', { batchId: _id })} aria-label={`View ${name}`}>
            View
          </Link>
        )}
        {canWrite && (
          <Link to={`new?from=${_id}`} aria-label={`Duplicate ${name}`}>
            Duplicate
          </Link>
        )}
      </div>
    </>
  );
}
