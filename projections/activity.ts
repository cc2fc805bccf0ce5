import type { ActivityAction } from '../domain/activity/actions.ts';
import type { ActivityEntry } from '../domain/activity/activity.ts';
import type { ActivityEvent } from '../domain/activity/events.ts';
import type { EventOf } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import { QUOTAS } from '../domain/limits/quotas.ts';
import type { PersonalDataErased } from '../domain/values/personal-data.ts';
import { projection } from './engine/projection.ts';

const PART = 100;
/** One more than are shown: the newest part is rarely full. */
const PARTS = QUOTAS.application.activityShown / PART + 1;

type Counts = Partial<Record<ActivityAction, number>>;

/** `_id`: the application's counts everything; `{application}.{n}` are parts, a ring of the newest entries. */
export interface ActivityDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly counts: Counts;
  readonly entries: readonly ActivityEntry[];
  readonly from: number;
}

const partId = (applicationId: string, revision: number) => `${applicationId}.${Math.floor(revision / PART) % PARTS}`;

const total = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Ids of the parts, computed from the counts in the application's own document. */
export const partIdsOf = ({ _id, counts }: ActivityDocument): readonly string[] =>
  Array.from({ length: Math.min(PARTS, Math.ceil(total(counts) / PART)) }, (_, n) => `${_id}.${n}`);

export interface ShownActivity {
  readonly entries: readonly ActivityEntry[];
  readonly earlier: readonly { readonly action: ActivityAction; readonly count: number }[];
}

export const NO_ACTIVITY: ShownActivity = { entries: [], earlier: [] };

export function shownActivity(
  counts: Counts,
  parts: readonly Pick<ActivityDocument, 'entries' | 'from'>[],
): ShownActivity {
  const kept = parts.toSorted((one, other) => one.from - other.from).flatMap((part) => part.entries);
  const entries = kept.slice(-QUOTAS.application.activityShown);
  const shown = new Map<ActivityAction, number>();
  for (const { action } of entries) shown.set(action, (shown.get(action) ?? 0) + 1);
  const earlier = (Object.entries(counts) as [ActivityAction, number][]).flatMap(([action, count]) => {
    const before = count - (shown.get(action) ?? 0);
    return before > 0 ? [{ action, count: before }] : [];
  });
  return { entries, earlier };
}

export const activity = projection<ActivityDocument, ActivityEvent | EventOf<typeof PersonalDataErased>>({
  name: 'activity',
  version: 2,
  digest: 'bf00e938cfa2bafd',
  indexes: [],
  id: (event) => idOf(event.stream),
  streams: (id) => {
    const [applicationId] = id.split('.');
    return [`application-${applicationId}`, `activity-${applicationId}`];
  },
  on: {
    ActivityRecorded: {
      id: ({ stream, revision }) => [idOf(stream), partId(idOf(stream), revision)],
      fold(document, { stream, revision, data, personal }, _id) {
        if (_id === idOf(stream)) {
          const counts = document?.counts ?? {};
          return { _id, from: 0, entries: [], counts: { ...counts, [data.action]: (counts[data.action] ?? 0) + 1 } };
        }
        const from = revision - (revision % PART);
        const before = document?.from === from ? document.entries : [];
        const entry = { ...data, actionDetails: personal?.actionDetails ?? null };
        return { _id, from, counts: {}, entries: [...before, entry] };
      },
    },
    PersonalDataErased: {
      id: ({ stream }) =>
        categoryOf(stream) === 'application' ? Array.from({ length: PARTS }, (_, n) => `${idOf(stream)}.${n}`) : [],
      fold: (document) =>
        document && { ...document, entries: document.entries.map((entry) => ({ ...entry, actionDetails: null })) },
    },
  },
});
