import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Bulk } from '../../../../api/contract/bulk.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './bulk/bulk.module.css';
import { BulkResults } from './bulk/bulk-results.tsx';
import { actionWords, outcomeWords } from './bulk/bulk-words.ts';
import { bulksQuery } from './bulk/queries.ts';
import { useUndoBulk } from './bulk/use-undo-bulk.ts';
import tools from './toolbar.module.css';

export function RecentBulks({ id }: { id: string }) {
  const titleId = useId();
  const { data: bulks, error, refetch } = useQuery(bulksQuery);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <section id={id} className={tools.box} aria-labelledby={titleId}>
      <h2 id={titleId} className={tools.boxTitle}>
        Recent bulk changes
      </h2>
      {bulks ? (
        <Table bulks={bulks} onOpen={setOpened} />
      ) : error ? (
        <div className={tools.adding}>
          <Problem error={error} />
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div className={tools.adding}>
          <Loading>
            <Bone height="2rem" />
            <Bone height="2rem" />
          </Loading>
        </div>
      )}
      {opened !== null && <BulkResults id={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function Table({ bulks, onOpen }: { bulks: readonly Bulk[]; onOpen: (id: string) => void }) {
  if (bulks.length === 0) {
    return <p className={tools.nothing}>{TEXTS.dashboard.noBulks}</p>;
  }
  return (
    <div className={tools.scroller}>
      <table className={tools.table}>
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Actions</th>
            <th scope="col">When</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {bulks.map((bulk) => (
            <Row key={bulk._id} bulk={bulk} onOpen={() => onOpen(bulk._id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ bulk, onOpen }: { bulk: Bulk; onOpen: () => void }) {
  const { undo, isPending } = useUndoBulk(bulk);
  const call = useStaffNames();
  const what = actionWords(bulk.action, call);
  return (
    <tr>
      <td>
        <span dir="auto">{what}</span>
        <span className={classes.reason}>{outcomeWords(bulk)}</span>
        {bulk.undo?.message && <span className={classes.reason}>{bulk.undo.message}</span>}
      </td>
      <td>
        <div className={classes.buttons}>
          <Button size="compact-sm" variant="default" aria-label={`Results of: ${what}`} onClick={onOpen}>
            Results
          </Button>
          {!bulk.undo && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isPending}
              aria-label={`Undo: ${what}`}
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void undo()}
            >
              Undo
            </Button>
          )}
        </div>
      </td>
      <td>
        <Moment at={bulk.startedAt} />
      </td>
      <td className={classes.by}>{call(bulk.startedBy?.email) ?? 'A former member'}</td>
    </tr>
  );
}
