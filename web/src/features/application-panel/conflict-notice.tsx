import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { ApplicationParts } from '../../shared/application/application-parts.ts';
import { formatAgo } from '../../shared/dates/dates.tsx';
import { SentenceText } from '../../shared/history/sentence-text.tsx';
import { sentenceOf } from '../../shared/history/sentences.ts';
import { historyQuery } from '../../shared/staff-queries/history-queries.ts';
import { Conflict } from '../../shared/ui/conflict.tsx';
import { useNames } from './history/use-names.ts';

export function ConflictNotice({
  application,
  conflict,
  mine,
  onMine,
  onTheirs,
}: ComponentProps<ApplicationParts['ConflictNotice']>) {
  const names = useNames(application);
  const { data: history } = useInfiniteQuery(historyQuery(application._id));
  const theirs = history?.findLast(({ changes }) => changes.some(({ field }) => field === conflict.field));
  return (
    <Conflict
      mine={{ label: 'Save mine instead', onChoose: () => void onMine() }}
      theirs={{ label: 'Keep theirs', onChoose: onTheirs }}
    >
      {theirs ? (
        <>
          <SentenceText sentence={sentenceOf(theirs, names)} /> {formatAgo(theirs.at)}.
        </>
      ) : (
        conflict.message
      )}{' '}
      Your change is not saved yet: {mine}
    </Conflict>
  );
}
