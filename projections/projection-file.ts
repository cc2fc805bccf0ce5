import type { Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import type { DomainEvent } from '../domain/events.ts';
import { dayIn } from '../domain/values/days.ts';
import type { Projection } from './engine/projection.ts';

/**
 * `intake/projection`: the exports of an analyst's file (docs/analysts.md). It has the members of the portal's own
 * projections; name, version and indexes of the stored documents derive from the file.
 */
export interface ProjectionFile<Doc extends { readonly _id: string }> extends Pick<Projection<Doc, DomainEvent>, 'on'> {
  /** Letters, digits, - and _; also the file's name in the folder of live projections. */
  readonly name: string;
  /** The id of an event's document. Default: the id in the name of the event's stream. */
  readonly id?: (event: Recorded<DomainEvent>) => string;
  /** The table that `intake replay` prints. Default: the documents, by `_id`. */
  readonly rows?: (documents: readonly Doc[]) => readonly object[];
}

/** Types the events of `on` by their names. */
export const projection = <Doc extends { readonly _id: string }>(file: ProjectionFile<Doc>): ProjectionFile<Doc> =>
  file;

/** The calendar day of an instant, for example `dayIn('Asia/Manila', event.at)`. */
export { dayIn, idOf };
