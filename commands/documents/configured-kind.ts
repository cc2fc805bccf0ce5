import type { ConfiguredCommand, ConfiguredState } from '../../domain/configuration/configured-document.ts';
import type { Aggregate } from '../../domain/event-sourcing/aggregate.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import type { FieldShapes, JsonObject } from '../handling/diff-document.ts';

/** What commands on configured documents need in addition to the aggregate. */
export interface ConfiguredKind<
  Details,
  Event extends AnyEvent = AnyEvent,
  State extends ConfiguredState<Details> = ConfiguredState<Details>,
> {
  /** It may have further commands. */
  readonly aggregate: Aggregate<State, Event, ConfiguredCommand<Details>>;
  /** Shapes of fields that are not compared as a whole: lists of elements with an `_id`. */
  readonly shapes?: FieldShapes;
  /** Normalizes a payload: texts to numbers, an `_id` for each new element. */
  readonly read?: (sent: JsonObject, newId: (label: string) => string) => JsonObject;
}
