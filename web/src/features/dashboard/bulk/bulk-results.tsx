import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Bulk, BulkRow } from '../../../../../api/contract/bulk.ts';
import { grouped } from '../../../../../domain/text/counted.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { applicationsQuery } from '../../../shared/staff-queries/list-queries.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import classes from './bulk.module.css';
import { actionWords, hasApplication, outcomeWords, rowWords } from './bulk-words.ts';
import { bulkQuery } from './queries.ts';

export function BulkResults({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const call = useStaffNames();
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: bulk, error } = useQuery(bulkQuery(id));
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{bulk ? actionWords(bulk.action, call) : 'Results'}</h2>
      {bulk?.rows ? (
        <Rows bulk={bulk} rows={bulk.rows} />
      ) : error ? (
        <Problem error={error} />
      ) : (
        <Loading>
          <Bone width="60%" />
          <Bone height="2.25rem" />
          <Bone height="2.25rem" />
          <Bone height="2.25rem" />
        </Loading>
      )}
      <div className={classes.dialogButtons}>
        <Button size="sm" variant="default" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}

const PAGE = 100;

function Rows({ bulk, rows }: { bulk: Bulk; rows: readonly BulkRow[] }) {
  const { data: applications } = useQuery({ ...applicationsQuery, staleTime: Number.POSITIVE_INFINITY });
  const [most, setMost] = useState(PAGE);
  const names = useMemo(
    () => new Map(applications?.map((application) => [application._id, nameOf(application)])),
    [applications],
  );
  const sorted = useMemo(() => rows.toSorted((one, other) => weight(one) - weight(other)), [rows]);
  return (
    <>
      <p className={classes.sum}>{outcomeWords(bulk)}</p>
      {bulk.undo?.message && <p className={classes.aside}>{bulk.undo.message}</p>}
      <ul className={classes.rows}>
        {sorted.slice(0, most).map((row) => (
          <li key={row.applicationId} data-outcome={row.undo?.outcome === 'left' ? 'left' : row.outcome}>
            {hasApplication(bulk.action, row) ? (
              <Link to={pagePath('application', { applicationId: row.applicationId })} dir="auto">
                {names.get(row.applicationId) ?? (applications ? 'No longer in the list' : 'Loading…')}
              </Link>
            ) : (
              <span>Applicant</span>
            )}
            <span className={classes.rowOutcome}>{rowWords(bulk.action, row)}</span>
            {reasonOf(row) && <span className={classes.reason}>{reasonOf(row)}</span>}
          </li>
        ))}
      </ul>
      {sorted.length > most && (
        <Button size="compact-sm" variant="default" onClick={() => setMost(most + 10 * PAGE)}>
          Show more ({grouped(sorted.length - most)} left)
        </Button>
      )}
    </>
  );
}

const reasonOf = ({ reason, undo }: BulkRow): string | null => undo?.reason ?? reason;

const WEIGHTS: Readonly<Record<BulkRow['outcome'], number>> = { refused: 1, changed: 2, waiting: 3, unchanged: 4 };
const weight = ({ outcome, undo }: BulkRow): number => (undo?.outcome === 'left' ? 0 : WEIGHTS[outcome]);
