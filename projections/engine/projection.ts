import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Fault } from './status.ts';

export type Fold<Doc, Event> = (document: Doc | undefined, event: Recorded<Event>) => Doc | undefined;

/** A fold for the document of `id`, or for other documents. */
export type Handler<Doc, Event> =
  | Fold<Doc, Event>
  | {
      readonly id: (event: Recorded<Event>) => string | readonly string[];
      readonly fold: (document: Doc | undefined, event: Recorded<Event>, id: string) => Doc | undefined;
    };

/**
 * A read model as data: per event type a pure function from the document and the event to the new document (`undefined`
 * deletes it). Raise `version` when a fold changes: the engine rebuilds the read model beside the live one.
 */
export interface Projection<Doc extends { readonly _id: string }, Event extends AnyEvent> {
  readonly name: string;
  readonly version: number;
  /**
   * Digest of the documents that this version makes of the frozen samples; checked by `projections/versions.test.ts`.
   */
  readonly digest?: string;
  /** Top-level members for `find`. */
  readonly indexes: readonly string[];
  /** The document of an event, unless its handler names others; usually the id behind the stream's category. */
  readonly id: (event: Recorded<AnyEvent>) => string;
  /** The streams of the document `id`, for `?asOf=`. */
  readonly streams: (id: string) => readonly string[];
  readonly on: { readonly [Type in Event['type']]?: Handler<Doc, Extract<Event, { type: Type }>> };
  /**
   * Only events of this organization are folded, and erasures from anywhere, into existing documents. Default: all
   * events.
   */
  readonly organization?: string;
  /** Events beyond this position are not folded. */
  readonly until?: bigint;
  /** The projection stops when it exceeds this number of documents. Default: unlimited. */
  readonly maxDocuments?: number;
  /** Why it must not be folded; its documents are still served. */
  readonly stopped?: Fault;
}

/** What storing and reading need, without folding. */
export type StoredProjection = Pick<AnyProjection, 'name' | 'version' | 'indexes'>;

/** Checks the folds against document and events; the handled types are the keys of `on`. */
export const projection = <Doc extends { readonly _id: string }, Event extends AnyEvent>(
  definition: Projection<Doc, Event>,
): Projection<Doc, Event> => definition;

/** For code that handles all projections alike. */
// biome-ignore lint/suspicious/noExplicitAny: existential over document and event types
export type AnyProjection = Projection<any, any>;
