import type { ActivityEntry } from '../domain/activity/activity.ts';
import type { ActivityEvent } from '../domain/activity/events.ts';
import type { EventOf } from '../domain/event.ts';
import type { PersonalDataErased } from '../domain/personal-data.ts';
import { idOf } from '../domain/streams.ts';
import { projection } from './engine/projection.ts';

/** What an applicant did on their application, oldest first; the `_id` is the application's. */
export interface ActivityDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly entries: readonly ActivityEntry[];
}

export const activity = projection<ActivityDocument, ActivityEvent | EventOf<typeof PersonalDataErased>>({
  name: 'activity',
  version: 1,
  indexes: [],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`, `activity-${id}`],
  on: {
    ActivityRecorded: (document, { stream, data, personal }) => ({
      _id: idOf(stream),
      entries: [...(document?.entries ?? []), { ...data, actionDetails: personal?.actionDetails ?? null }],
    }),
    PersonalDataErased: (document) =>
      document && { ...document, entries: document.entries.map((entry) => ({ ...entry, actionDetails: null })) },
  },
});
