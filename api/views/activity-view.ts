import type { EventLog } from '../../commands/event-store/event-log.ts';
import { type ActivityEntry, activity as aggregate } from '../../domain/activity/activity.ts';
import type { ActivityEvent } from '../../domain/activity/events.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import {
  type ActivityDocument,
  NO_ACTIVITY,
  partIdsOf,
  type ShownActivity,
  shownActivity,
} from '../../projections/activity.ts';
import type { ReadModels } from '../read-models/read-models.ts';

export async function activityOf(
  { activity }: Pick<ReadModels, 'activity'>,
  document: ActivityDocument | undefined,
): Promise<{ readonly shown: ShownActivity; readonly parts: readonly ActivityDocument[] }> {
  if (!document) return { shown: NO_ACTIVITY, parts: [] };
  const parts = await activity.getMany(partIdsOf(document));
  return { shown: shownActivity(document.counts, parts), parts };
}

/** From the stream, because the read model keeps only the newest entries. */
export async function wholeActivity(
  log: Pick<EventLog, 'readStream'>,
  applicationId: string,
): Promise<readonly ActivityEntry[]> {
  return (await recordedActivity(log, applicationId)).map(entryOf);
}

export async function pastActivity(
  log: Pick<EventLog, 'readStream'>,
  applicationId: string,
  until: bigint,
): Promise<ShownActivity> {
  const entries = (await recordedActivity(log, applicationId)).filter(({ position }) => position <= until).map(entryOf);
  const counts: Partial<Record<ActivityEntry['action'], number>> = {};
  for (const { action } of entries) counts[action] = (counts[action] ?? 0) + 1;
  return shownActivity(counts, [{ from: 0, entries }]);
}

const recordedActivity = async (log: Pick<EventLog, 'readStream'>, applicationId: string) =>
  (await log.readStream(streamOf(aggregate.category, applicationId))) as readonly Recorded<ActivityEvent>[];

const entryOf = ({ data, personal }: ActivityEvent): ActivityEntry => ({
  ...data,
  actionDetails: personal?.actionDetails ?? null,
});
