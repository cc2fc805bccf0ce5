import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { formatTime } from '../../shared/dates/dates.tsx';
import { SentenceText } from '../../shared/history/sentence-text.tsx';
import { sentenceOf } from '../../shared/history/sentences.ts';
import type { LiveChange } from '../../shared/live/live.ts';
import { useLiveChanges } from '../../shared/live/live-changes.ts';
import { useUser } from '../../shared/session/session.ts';
import { historyQuery } from '../../shared/staff-queries/history-queries.ts';
import classes from './application-panel.module.css';
import { useNames } from './history/use-names.ts';

const FOLLOWED: ReadonlySet<LiveChange['kind']> = new Set(['application', 'solutions', 'paymentAccount']);

/** Names other people who changed what this panel shows. The line is reserved, so that nothing moves. */
export function ChangedBy({ application }: { application: ApplicationView }) {
  const { data: user } = useUser();
  const [last, setLast] = useState<{ by: NonNullable<LiveChange['by']>; at: Date } | null>(null);
  const names = useNames(application);
  const { data: history, isFetching } = useInfiniteQuery({ ...historyQuery(application._id), enabled: last !== null });
  useLiveChanges(
    {
      onChanges(changes) {
        const theirs = changes.filter(
          ({ kind, id, by }) => FOLLOWED.has(kind) && id === application._id && by !== null,
        );
        const by = theirs.findLast((change) => change.by?.id !== user?._id)?.by;
        if (by) setLast({ by, at: new Date() });
      },
      onLost: () => undefined,
    },
    true,
  );
  const told = last && !isFetching ? history : undefined;
  const entry = last && told?.findLast(({ actor }) => actor.kind === last.by.kind && actor.id === last.by.id);
  return (
    <p role="status" className={classes.changed}>
      {last && (
        <>
          {entry ? (
            <SentenceText sentence={sentenceOf(entry, names)} />
          ) : (
            `${names.call(last.by.email) ?? 'Someone'} has just changed this application`
          )}{' '}
          at {formatTime(last.at)}.
        </>
      )}
    </p>
  );
}
