import type { BatchEvent } from '../domain/batch/events.ts';
import type { Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import type { OrganizationEvent } from '../domain/organization/events.ts';
import { projection } from './engine/projection.ts';

/** How often what all interviews of an organization or of a batch show has changed: the time zone, the name. */
export interface CalendarRevisionDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly sequence: number;
  readonly changedAt: string;
}

type ZoneEvent = Extract<OrganizationEvent, { type: 'OrganizationDetailsChanged' }>;
type NameEvent = Extract<BatchEvent, { type: 'BatchDetailsChanged' }>;

const revised = (document: CalendarRevisionDocument | undefined, { stream, at }: Recorded<ZoneEvent | NameEvent>) => ({
  _id: idOf(stream),
  sequence: (document?.sequence ?? 0) + 1,
  changedAt: at,
});

export const calendarRevisions = projection<CalendarRevisionDocument, ZoneEvent | NameEvent>({
  name: 'calendarRevisions',
  version: 1,
  digest: '14508116aced3b4d',
  indexes: [],
  id: (event) => idOf(event.stream),
  streams: (id) => [`batch-${id}`, `organization-${id}`],
  isPersonal: false,
  on: {
    OrganizationDetailsChanged: (document, event) =>
      event.data.changes.timeZone === undefined ? document : revised(document, event),
    BatchDetailsChanged: (document, event) =>
      event.data.changes.name === undefined ? document : revised(document, event),
  },
});
