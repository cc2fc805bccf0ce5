import type { EventLog } from '../../commands/event-store/event-log.ts';
import { activity as aggregate } from '../../domain/activity/activity.ts';
import type { ActivityEvent } from '../../domain/activity/events.ts';
import type { Recorded } from '../../domain/event.ts';
import { streamOf } from '../../domain/streams.ts';
import {
  type ActivityDocument,
  NO_ACTIVITY,
  partIdsOf,
  type ShownActivity,
  shownActivity,
} from '../../projections/activity.ts';
import type { ReadModels } from '../read-models.ts';

/** The entries behind an application's own activity document. */
export async function activityOf(
  { activity }: Pick<ReadModels, 'activity'>,
  document: ActivityDocument | undefined,
): Promise<ShownActivity> {
  if (!document) return NO_ACTIVITY;
  return shownActivity(document.counts, await activity.getMany(partIdsOf(document)));
}

/** The activity at an instant, from the stream: the read model holds today's. */
export async function pastActivity(
  log: Pick<EventLog, 'readStream'>,
  applicationId: string,
  at: string,
): Promise<ShownActivity> {
  const events = (await log.readStream(
    streamOf(aggregate.category, applicationId),
  )) as readonly Recorded<ActivityEvent>[];
  const instant = Date.parse(at);
  const entries = events
    .filter((event) => Date.parse(event.at) <= instant)
    .map(({ data, personal }) => ({ ...data, actionDetails: personal?.actionDetails ?? null }));
  const counts: Partial<Record<(typeof entries)[number]['action'], number>> = {};
  for (const { action } of entries) counts[action] = (counts[action] ?? 0) + 1;
  return shownActivity(counts, [{ from: 0, entries }]);
}
