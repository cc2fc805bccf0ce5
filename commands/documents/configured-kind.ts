import type { ConfiguredCommand, ConfiguredState } from '../../domain/configuration/configured-document.ts';
import type { Aggregate } from '../../domain/event-sourcing/aggregate.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import type { FieldShapes, JsonObject } from '../handling/diff-document.ts';

export interface ConfiguredKind<
  Details,
  Event extends AnyEvent = AnyEvent,
  State extends ConfiguredState<Details> = ConfiguredState<Details>,
> {
  readonly aggregate: Aggregate<State, Event, ConfiguredCommand<Details>>;
  /** Documents of one organization; default: as many as of every kind. */
  readonly limit?: { readonly most: number; readonly message: string };
  /** Of fields that are not compared as a whole. */
  readonly shapes?: FieldShapes;
  /** Texts to numbers, an `_id` for each new element. */
  readonly read?: (sent: JsonObject, newId: (label: string) => string) => JsonObject;
}
