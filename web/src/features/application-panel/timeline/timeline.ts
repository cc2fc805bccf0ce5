import type { ApplicationStep, ApplicationView } from '../../../../../api/contract/applications.ts';
import type { EmailMessage } from '../../../../../api/contract/messages.ts';
import { kindOf, type TimelineKind } from './timeline-kinds.ts';

export type Activity = NonNullable<ApplicationView['userActivity']>['activityEntries'][number];

export type TimelineItem = {
  readonly key: string;
  readonly at: string;
  readonly kind: TimelineKind;
} & (
  | { readonly step: ApplicationStep }
  | { readonly message: EmailMessage }
  | { readonly activity: Activity; readonly times: number }
);

interface Parts {
  /** Oldest first: the newest steps that have been loaded. */
  readonly steps: readonly ApplicationStep[];
  /** Undefined while they load. */
  readonly messages: readonly EmailMessage[] | undefined;
  readonly activity: readonly Activity[];
  /** Earlier steps have not been loaded yet. */
  readonly hasEarlier: boolean;
}

/** The email itself says what these steps say. */
const TOLD_BY_EMAIL: ReadonlySet<string> = new Set(['EmailTextWritten', 'EmailRequested', 'EmailDelivered']);

/** Newest first. Emails and activity from before the oldest loaded step wait for its neighbours. */
export function timelineOf({ steps, messages, activity, hasEarlier }: Parts): readonly TimelineItem[] {
  const from = hasEarlier ? Date.parse(steps[0]?.at ?? '') : Number.NEGATIVE_INFINITY;
  const items: readonly TimelineItem[] = [
    ...steps
      .filter(({ type }) => !messages || !TOLD_BY_EMAIL.has(type))
      .map((step) => ({ key: `step ${step.number}`, at: step.at, kind: kindOf(step), step }))
      .toReversed(),
    ...(messages ?? []).map((message) => ({
      key: `email ${message._id}`,
      at: message.requestedAt,
      kind: 'emails' as const,
      message,
    })),
    ...activity
      .map((entry, number) => ({
        key: `activity ${number}`,
        at: entry.timestamp,
        kind: 'activity' as const,
        activity: entry,
        times: 1,
      }))
      .toReversed(),
  ];
  const timed = items.map((item) => ({ item, time: Date.parse(item.at) })).filter(({ time }) => time >= from);
  return withoutRepeats(timed.sort((one, other) => other.time - one.time).map(({ item }) => item));
}

/** The same act several times in a row is one entry, at its latest time. */
function withoutRepeats(newestFirst: readonly TimelineItem[]): readonly TimelineItem[] {
  const kept: TimelineItem[] = [];
  for (const item of newestFirst) {
    const last = kept.at(-1);
    if (last && 'activity' in last && 'activity' in item && isSameAct(last.activity, item.activity)) {
      kept[kept.length - 1] = { ...last, times: last.times + 1 };
    } else kept.push(item);
  }
  return kept;
}

const isSameAct = (one: Activity, other: Activity): boolean =>
  one.action === other.action && one.actionDetails === other.actionDetails;
