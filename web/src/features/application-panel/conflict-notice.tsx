import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Application } from '../../../../api/contract/applications.ts';
import { formatAgo } from '../../shared/dates/dates.tsx';
import { SentenceText } from '../../shared/history/sentence-text.tsx';
import { sentenceOf } from '../../shared/history/sentences.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './application-panel.module.css';
import { historyQuery } from './history/queries.ts';
import { useNames } from './history/use-names.ts';
import type { Conflict } from './queries.ts';

/** Two people changed one thing: who did what meanwhile, and both ways on. What was typed here stays. */
export function ConflictNotice({
  application,
  conflict,
  mine,
  onMine,
  onTheirs,
}: {
  application: Application;
  conflict: Conflict;
  mine: string;
  onMine: () => Promise<unknown>;
  onTheirs: () => void;
}) {
  const names = useNames(application);
  const { data: history } = useInfiniteQuery(historyQuery(application._id));
  const theirs = history?.findLast(({ changes }) => changes.some(({ field }) => field === conflict.field));
  return (
    <Notice meaning="attention" role="alert">
      <p>
        {theirs ? (
          <>
            <SentenceText sentence={sentenceOf(theirs, names)} /> {formatAgo(theirs.at)}.
          </>
        ) : (
          conflict.message
        )}{' '}
        Your change is not saved yet: {mine}
      </p>
      <div className={classes.line}>
        <Button size="compact-sm" onClick={() => void onMine()}>
          Save mine instead
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTheirs}>
          Keep theirs
        </Button>
      </div>
    </Notice>
  );
}
