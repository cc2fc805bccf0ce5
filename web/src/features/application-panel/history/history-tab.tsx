import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import { ChangeDetails } from '../../../shared/history/change-details.tsx';
import { SentenceText } from '../../../shared/history/sentence-text.tsx';
import { type Names, type Sentence, sentenceOf } from '../../../shared/history/sentences.ts';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { historyQuery } from '../../../shared/staff-queries/history-queries.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { AsOfSlider, type PastStep } from './as-of-slider.tsx';
import { BeforeTransfer } from './before-transfer.tsx';
import classes from './history.module.css';
import { PastState } from './past-state.tsx';
import { useNames } from './use-names.ts';

export function HistoryTab({
  application,
  past,
  onPast,
}: {
  application: ApplicationView;
  past: PastStep | null;
  onPast: (past: PastStep | null) => void;
}) {
  return (
    <>
      <History application={application}>
        {(steps, names) => (
          <>
            <AsOfSlider steps={steps} past={past} onPast={onPast} />
            {past !== null && (
              <PastState application={application} position={past.position} at={past.at} names={names} />
            )}
            <Steps
              steps={steps}
              last={steps.find(({ position }) => position === past?.position)?.number ?? Number.POSITIVE_INFINITY}
            />
          </>
        )}
      </History>
      <Before application={application} />
    </>
  );
}

function Before({ application }: { application: ApplicationView }) {
  return (
    <BeforeTransfer application={application}>
      {(original) => (
        <>
          <History application={original}>{(steps) => <Steps steps={steps} last={Number.POSITIVE_INFINITY} />}</History>
          <Before application={original} />
        </>
      )}
    </BeforeTransfer>
  );
}

interface Step extends PastStep {
  readonly number: number;
  readonly sentence: Sentence;
}

function History({
  application,
  children,
}: {
  application: ApplicationView;
  children: (steps: readonly Step[], names: Names) => ReactNode;
}) {
  const {
    data: history,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery(historyQuery(application._id));
  const names = useNames(application);
  const steps = useMemo(
    () =>
      history?.map((entry) => ({
        number: entry.number,
        at: entry.at,
        position: entry.position,
        sentence: sentenceOf(entry, names),
      })) ?? [],
    [history, names],
  );
  if (error && !history) {
    return <ErrorState title="The history could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!history) {
    return (
      <Loading label="Loading the history">
        <Bone height="3rem" />
        <Bone width="70%" />
        <Bone width="60%" />
        <Bone width="65%" />
      </Loading>
    );
  }
  return (
    <div className={classes.history}>
      {children(steps, names)}
      {hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.earlier}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </div>
  );
}

/** `last`: the number of the last step that the panel shows as done. */
function Steps({ steps, last }: { steps: readonly Step[]; last: number }) {
  return (
    <ol className={classes.list} reversed start={(steps.at(-1)?.number ?? 0) + 1}>
      {steps.toReversed().map(({ number, at, sentence }) => (
        <li key={number} className={number > last ? classes.notYet : undefined}>
          <SentenceText sentence={sentence} /> · <Moment at={at} />
          <ChangeDetails changes={sentence.details} />
        </li>
      ))}
    </ol>
  );
}
