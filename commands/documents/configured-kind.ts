import type { ConfiguredCommand, ConfiguredState } from '../../domain/configuration/configured-document.ts';
import type { Aggregate } from '../../domain/event-sourcing/aggregate.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import type { FieldShapes, JsonObject } from '../diff-document.ts';

/** What the commands on configured documents need to know of a kind, beside its aggregate. */
export interface ConfiguredKind<
  Details,
  Event extends AnyEvent = AnyEvent,
  State extends ConfiguredState<Details> = ConfiguredState<Details>,
> {
  /** It may know more commands than these. */
  readonly aggregate: Aggregate<State, Event, ConfiguredCommand<Details>>;
  /** How fields are compared that are not compared as a whole: lists of elements with an `_id`. */
  readonly shapes?: FieldShapes;
  /** Brings what was sent to the form in which documents are compared: texts to numbers, an `_id` for each new element. */
  readonly read?: (sent: JsonObject, newId: (label: string) => string) => JsonObject;
}
