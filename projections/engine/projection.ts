import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Fault } from './status.ts';

export type Fold<Doc, Event> = (document: Doc | undefined, event: Recorded<Event>) => Doc | undefined;

/** A fold for the document that the projection's `id` names, or for one or several others. */
export type Handler<Doc, Event> =
  | Fold<Doc, Event>
  | {
      readonly id: (event: Recorded<Event>) => string | readonly string[];
      readonly fold: (document: Doc | undefined, event: Recorded<Event>, id: string) => Doc | undefined;
    };

/**
 * A read model as data: per event type a pure function from the document and the event to the new document
 * (`undefined` deletes it). Raise `version` when a fold changes: the engine then rebuilds it beside the live one.
 */
export interface Projection<Doc extends { readonly _id: string }, Event extends AnyEvent> {
  readonly name: string;
  readonly version: number;
  /** Digest of the documents that this version makes of the frozen samples; `projections/versions.test.ts` compares it. */
  readonly digest?: string;
  /** Top-level members that `find` may ask for. */
  readonly indexes: readonly string[];
  /** The document that an event concerns, unless its handler says otherwise: the id behind the stream's category. */
  readonly id: (event: Recorded<AnyEvent>) => string;
  /** The streams whose events make up the document `id`, for `?asOf=`. */
  readonly streams: (id: string) => readonly string[];
  readonly on: { readonly [Type in Event['type']]?: Handler<Doc, Extract<Event, { type: Type }>> };
  /**
   * Only events of this organization reach the folds, and of all others erasures, into documents that exist: an erasure may be
   * recorded elsewhere. Default: all events.
   */
  readonly organization?: string;
  /** Events behind this position reach no fold: the read model shows the log as it was there. */
  readonly until?: bigint;
  /** With more documents than this the projection stops. Default: any number. */
  readonly maxDocuments?: number;
  /** Why it must not be folded: what it has is served on. */
  readonly stopped?: Fault;
}

/** What it takes to store and read a projection's documents without folding them. */
export type StoredProjection = Pick<AnyProjection, 'name' | 'version' | 'indexes'>;

/** Checks a projection's folds against its document and events; the handled types are the keys of `on`. */
export const projection = <Doc extends { readonly _id: string }, Event extends AnyEvent>(
  definition: Projection<Doc, Event>,
): Projection<Doc, Event> => definition;

/** The same, for code that handles all projections alike. */
// biome-ignore lint/suspicious/noExplicitAny: existential over document and event types
export type AnyProjection = Projection<any, any>;
