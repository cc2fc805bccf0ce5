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

/** A change of another document of the read model, as part of the same event. */
export interface PassedOn<Doc> {
  readonly id: string;
  readonly fold: (document: Doc | undefined) => Doc | undefined;
}

/** A pure fold per event type (`undefined` deletes the document). Raise `version` when a fold changes. */
export interface Projection<Doc extends { readonly _id: string }, Event extends AnyEvent> {
  readonly name: string;
  readonly version: number;
  /** Of the documents made from the frozen samples; `projections/versions.test.ts` checks it. */
  readonly digest?: string;
  readonly indexes: readonly string[];
  /** Indexes of several of these, for queries that must not read what they leave out. */
  readonly compound?: readonly (readonly string[])[];
  /** The document of an event, usually the id in the stream's name. */
  readonly id: (event: Recorded<AnyEvent>) => string;
  readonly streams: (id: string) => readonly string[];
  readonly on: { readonly [Type in Event['type']]?: Handler<Doc, Extract<Event, { type: Type }>> };
  /**
   * What an event changes in other documents, such as counts, once `document` has folded it. The document may already
   * hold later events, because a crash may come between the writes of two documents: the answer must be the same then.
   */
  readonly passesOn?: (document: Doc, event: Recorded<AnyEvent>) => readonly PassedOn<Doc>[];
  /** Folds only this organization's events, and erasures from anywhere into existing documents. Default: all events. */
  readonly organization?: string;
  readonly until?: bigint;
  /** False if its folds read no `personal`: a rebuild then decrypts nothing. Default: true. */
  readonly isPersonal?: boolean;
  /** The projection faults beyond it. Default: unlimited. */
  readonly maxDocuments?: number;
  /** Ids of events that it leaves out; erasures are always folded. */
  readonly skipped?: ReadonlySet<string>;
  /** Why it is not folded; its documents are still served. */
  readonly stopped?: Fault;
}

export type StoredProjection = Pick<AnyProjection, 'name' | 'version' | 'indexes'>;

/** Infers the handled types from the keys of `on`. */
export const projection = <Doc extends { readonly _id: string }, Event extends AnyEvent>(
  definition: Projection<Doc, Event>,
): Projection<Doc, Event> => definition;

/** For code that handles all projections alike. */
// biome-ignore lint/suspicious/noExplicitAny: existential over document and event types
export type AnyProjection = Projection<any, any>;
