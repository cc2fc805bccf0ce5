import { Button } from '@mantine/core';
import { IconArrowBackUp, IconListDetails, IconMail, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { useTemplatesOf } from '../../../shared/staff-queries/template-queries.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import { Bone } from '../../../shared/ui/skeleton.tsx';
import { isAtWork } from './at-work.ts';
import classes from './bulk.module.css';
import { actionWords, outcomeWords } from './bulk-words.ts';
import { EmailsWait } from './emails-wait.tsx';
import { bulkQuery } from './queries.ts';
import { useUndoBulk } from './use-undo-bulk.ts';

const BulkResults = lazy(() => import('./bulk-results.tsx').then((module) => ({ default: module.BulkResults })));

interface FollowedProps {
  readonly onEmail: (templateId: string, applicationIds: readonly string[]) => void;
  readonly onClose: () => void;
}

export function FollowedBulk({ id, ...props }: FollowedProps & { id: string }) {
  const { data: bulk, error } = useQuery(bulkQuery(id));
  if (bulk) return <Followed bulk={bulk} {...props} />;
  return <div className={classes.line}>{error ? <Problem error={error} /> : <Bone width="18rem" />}</div>;
}

function Followed({ bulk, onEmail, onClose }: FollowedProps & { bulk: Bulk }) {
  const [showsResults, setShowsResults] = useState(false);
  const { undo, isPending } = useUndoBulk(bulk);
  const call = useStaffNames();
  const done = bulk.phase === 'undoing' ? (bulk.undo?.done ?? 0) : bulk.done;
  const { emails, changed } = useEmailsOf(bulk);
  const title = actionWords(bulk.action, call);
  return (
    <div className={classes.line} data-phase={bulk.phase}>
      <div className={classes.words}>
        <p role="status" className={classes.what}>
          <strong>{title}</strong>
          {!isAtWork(bulk) && <span> · {outcomeWords(bulk)}</span>}
        </p>
        {isAtWork(bulk) && (
          <p className={classes.progress}>
            <progress value={done} max={bulk.total} aria-label={title} />
            {outcomeWords(bulk)}
          </p>
        )}
        {bulk.undo?.message && <p className={classes.aside}>{bulk.undo.message}</p>}
        {!bulk.undo && <EmailsWait bulk={bulk} />}
      </div>
      <div className={classes.buttons}>
        {!bulk.undo && (
          <Button
            size="compact-sm"
            loading={isPending}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void undo()}
          >
            {bulk.phase === 'running' ? 'Stop and undo' : 'Undo'}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
          onClick={() => setShowsResults(true)}
        >
          Results
        </Button>
        {emails.map(({ _id, name }) => (
          <Button
            key={_id}
            size="compact-sm"
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => onEmail(_id, changed)}
          >
            Email “{name}”
          </Button>
        ))}
        {!isAtWork(bulk) && (
          <Button size="compact-sm" variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={onClose}>
            Dismiss
          </Button>
        )}
      </div>
      {showsResults && (
        <Suspense fallback={null}>
          <BulkResults id={bulk._id} onClose={() => setShowsResults(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Those that go with the status that was set, for the applications that it changed. */
function useEmailsOf({ organizationId, action, phase, undo, rows = [] }: Bulk) {
  const isSet = action.kind === 'status' && phase === 'finished' && !undo;
  const emails = useTemplatesOf(organizationId, isSet ? action.status : null);
  const changed = rows.filter(({ outcome }) => outcome === 'changed').map(({ applicationId }) => applicationId);
  return { emails: changed.length > 0 ? emails : [], changed };
}
