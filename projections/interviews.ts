import { type Interview, type InterviewEvent, interviewAfter } from '../domain/calendar/interview.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import { type Fold, projection } from './engine/projection.ts';

/** Of each application what calendars show of its interview. `_id` is the application's. */
export interface InterviewDocument extends Interview {
  readonly _id: string;
  readonly _pos?: bigint;
}

/** Ignores events on accounts, which have the same types. A removed application stays, because calendars must hear of it. */
const fold: Fold<InterviewDocument, InterviewEvent> = (document, event) => {
  if (categoryOf(event.stream) !== 'application') return document;
  const interview = interviewAfter(document, event);
  // A fold of the erased log sees no former change of a name. The revision is higher than any count of changes.
  const counted = event.type === 'PersonalDataErased' ? { sequence: event.revision, changedAt: event.at } : {};
  return interview && { ...interview, ...counted, _id: idOf(event.stream) };
};

export const interviews = projection<InterviewDocument, InterviewEvent>({
  name: 'interviews',
  version: 4,
  digest: '00bfb7ebdc81c7eb',
  indexes: ['organizationId', 'startsAt', 'cancelledAt'],
  compound: [['organizationId', 'startsAt', '_id']],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`],
  on: {
    ApplicationSubmitted: fold,
    ApplicationCopied: fold,
    DetailsSaved: fold,
    StatusChanged: fold,
    ApplicationTransferred: fold,
    InterviewScheduled: fold,
    InterviewDetailsReceived: fold,
    PersonalDataErased: fold,
    ApplicationRemoved: fold,
  },
});
