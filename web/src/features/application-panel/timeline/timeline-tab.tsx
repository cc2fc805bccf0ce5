import { Button, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { ApplicationStep, ApplicationView } from '../../../../../api/contract/applications.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import { ChangeDetails } from '../../../shared/history/change-details.tsx';
import { SentenceText } from '../../../shared/history/sentence-text.tsx';
import { type Names, sentenceOf } from '../../../shared/history/sentences.ts';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { historyQuery } from '../../../shared/staff-queries/history-queries.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { AsOfSlider, type PastStep } from '../history/as-of-slider.tsx';
import { BeforeTransfer } from '../history/before-transfer.tsx';
import { PastState } from '../history/past-state.tsx';
import { useNames } from '../history/use-names.ts';
import { activitySentence } from './activity-words.ts';
import { type ChosenKinds, KindFilter, useKinds } from './kind-filter.tsx';
import { MessageItem } from './message-item.tsx';
import classes from './timeline.module.css';
import { type TimelineItem, timelineOf } from './timeline.ts';

/** Entries that a press of *Show earlier* adds. */
const MORE = 100;
const NO_ACTIVITY: readonly never[] = [];

export function TimelineTab({
  application,
  past,
  onPast,
}: {
  application: ApplicationView;
  past: PastStep | null;
  onPast: (past: PastStep | null) => void;
}) {
  const kinds = useKinds();
  return (
    <>
      <Timeline application={application} kinds={kinds} past={past}>
        {(steps, names) => (
          <>
            <AsOfSlider steps={steps} past={past} onPast={onPast} />
            {past !== null && (
              <PastState application={application} position={past.position} at={past.at} names={names} />
            )}
            <KindFilter {...kinds} />
          </>
        )}
      </Timeline>
      <Before application={application} kinds={kinds} />
    </>
  );
}

function Before({ application, kinds }: { application: ApplicationView; kinds: ChosenKinds }) {
  return (
    <BeforeTransfer application={application}>
      {(original) => (
        <>
          <Timeline application={original} kinds={kinds} past={null} />
          <Before application={original} kinds={kinds} />
        </>
      )}
    </BeforeTransfer>
  );
}

type ToldStep = PastStep & { readonly sentence: ReturnType<typeof sentenceOf> };

function toldOf(history: readonly ApplicationStep[], names: Names): readonly ToldStep[] {
  return history.map((entry) => ({ at: entry.at, position: entry.position, sentence: sentenceOf(entry, names) }));
}

function Timeline({
  application,
  kinds,
  past,
  children,
}: {
  application: ApplicationView;
  kinds: ChosenKinds;
  past: PastStep | null;
  children?: (steps: readonly ToldStep[], names: Names) => ReactNode;
}) {
  const { data: history, ...steps } = useInfiniteQuery(historyQuery(application._id));
  const messages = useQuery(queryOf('/api/applications/{id}/messages', { params: { id: application._id } }));
  const names = useNames(application);
  const [most, setMost] = useState(MORE);
  const activity = application.userActivity?.activityEntries ?? NO_ACTIVITY;
  const told = useMemo(() => toldOf(history ?? [], names), [history, names]);
  const all = useMemo(
    () => timelineOf({ steps: history ?? [], messages: messages.data, activity, hasEarlier: steps.hasNextPage }),
    [history, messages.data, activity, steps.hasNextPage],
  );
  const { chosen } = kinds;
  const items = useMemo(() => (chosen.size === 0 ? all : all.filter(({ kind }) => chosen.has(kind))), [all, chosen]);
  if (steps.error && !history) {
    return (
      <ErrorState
        order={2}
        title="The timeline could not be loaded"
        error={steps.error}
        onRetry={() => void steps.refetch()}
      />
    );
  }
  if (!history || messages.isPending) return <TimelineSkeleton />;
  const showEarlier = () => {
    setMost(most + MORE);
    if (items.length <= most + MORE && steps.hasNextPage) void steps.fetchNextPage();
  };
  const hasMore = items.length > most || steps.hasNextPage;
  return (
    <div className={classes.timeline}>
      {children?.(told, names)}
      {messages.isError && !messages.data && (
        <ErrorState
          order={2}
          title="The emails could not be loaded"
          error={messages.error}
          onRetry={() => void messages.refetch()}
        />
      )}
      <VisuallyHidden role="status">{counted(items.length, 'entry', 'entries')}</VisuallyHidden>
      {items.length === 0 ? (
        <NothingShown hasEarlier={steps.hasNextPage} onShowAll={kinds.showAll} />
      ) : (
        <ol className={classes.list}>
          {items.slice(0, most).map((item) => (
            <Entry
              key={item.key}
              item={item}
              applicationId={application._id}
              names={names}
              isNotYet={past !== null && isAfter(item, past, history)}
            />
          ))}
        </ol>
      )}
      {hasMore && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.earlier}
          loading={steps.isFetchingNextPage}
          onClick={showEarlier}
        >
          Show earlier entries
        </Button>
      )}
    </div>
  );
}

/** Several changes may have the same time, so that steps are compared by number. */
function isAfter(item: TimelineItem, past: PastStep, history: readonly ApplicationStep[]): boolean {
  if (!('step' in item)) return Date.parse(item.at) > Date.parse(past.at);
  const last = history.find(({ position }) => position === past.position)?.number ?? Number.POSITIVE_INFINITY;
  return item.step.number > last;
}

function Entry({
  item,
  applicationId,
  names,
  isNotYet,
}: {
  item: TimelineItem;
  applicationId: string;
  names: Names;
  isNotYet: boolean;
}) {
  const className = isNotYet ? classes.notYet : undefined;
  if ('message' in item)
    return <MessageItem applicationId={applicationId} message={item.message} className={className} />;
  const sentence =
    'step' in item ? sentenceOf(item.step, names) : activitySentence(item.activity, names.applicant.name, item.times);
  return (
    <li className={className}>
      <SentenceText sentence={sentence} /> · <Moment at={item.at} />
      <ChangeDetails changes={sentence.details} />
    </li>
  );
}

function NothingShown({ hasEarlier, onShowAll }: { hasEarlier: boolean; onShowAll: () => void }) {
  return (
    <p className={classes.nothing}>
      {hasEarlier ? TEXTS.panel.noneAmongNewest : TEXTS.panel.noneYet}{' '}
      <Button size="compact-sm" variant="default" onClick={onShowAll}>
        Show everything
      </Button>
    </p>
  );
}

function TimelineSkeleton() {
  return (
    <Loading label="Loading the timeline">
      <Bone height="3rem" />
      <Bone height="1.75rem" width="80%" />
      <Bone width="70%" />
      <Bone width="60%" />
      <Bone width="65%" />
    </Loading>
  );
}
