import { ApplicationCopied, ApplicationSubmitted } from '../domain/application/events.ts';
import type { AnyEvent, Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { publicStreamsOf, publicTypeOf, RECORDED_PUBLIC_TYPES } from '../domain/webhook/public-event.ts';
import { type Fold, type PassedOn, projection } from './engine/projection.ts';

/** Events of a block, and blocks of a chapter. */
export const FEED_BLOCK = 100;
const CHAPTER_BLOCKS = 100;
const CHAPTER_EVENTS = FEED_BLOCK * CHAPTER_BLOCKS;

/** `_id` is the application's. An erasure may be recorded for another organization, so each event finds its own here. */
export interface FeedApplication {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly publishedBy: string;
}

/**
 * Counts what is below it: the head all events of an organization, a chapter those of its blocks. `starts` are the
 * positions of the first events of its parts, so that an event that is folded again after a crash finds its part.
 */
interface Counter {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly organizationId: string;
  /** Of the chapter, from 0; null for the head. */
  readonly chapter: number | null;
  readonly count: number;
  readonly starts: readonly string[];
}

/** The head: `count` is the number of the newest event of the organization. */
export type FeedHead = Counter;

/** References to consecutive events, as `feedReference` reads them. */
export interface FeedBlock {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly events: readonly string[];
}

export type FeedDocument = FeedApplication | Counter | FeedBlock;

export interface FeedReference {
  readonly applicationId: string;
  readonly position: bigint;
  /** As published. */
  readonly type: string;
  /** The beginning of the event's id: the same in every store, so it shows whether a number still means this event. */
  readonly tag: string;
}

const TAG_LENGTH = 8;
export const feedHeadId = (organizationId: string): string => `${organizationId}:head`;
/** Blocks count from 0; block n has the events with the numbers from n * FEED_BLOCK + 1. */
export const feedBlockId = (organizationId: string, block: number): string => `${organizationId}:${block}`;

export function feedReference(stored: string): FeedReference {
  const [applicationId = '', position = '0', type = '', tag = ''] = stored.split(' ');
  return { applicationId, position: BigInt(position), type, tag };
}

const referenceTo = (event: Recorded<AnyEvent>): string =>
  [idOf(event.stream), event.position, publicTypeOf(event), event.id.slice(0, TAG_LENGTH)].join(' ');

const isCounter = (document: FeedDocument): document is Counter => 'starts' in document;
const isBlock = (document: FeedDocument): document is FeedBlock => 'events' in document;

function counted(
  document: FeedDocument | undefined,
  named: Pick<Counter, '_id' | 'organizationId' | 'chapter'>,
  { position }: Recorded<AnyEvent>,
): Counter {
  const { count, starts } = document && isCounter(document) ? document : { count: 0, starts: [] };
  const isFirst = count % (named.chapter === null ? CHAPTER_EVENTS : FEED_BLOCK) === 0;
  return { ...named, count: count + 1, starts: isFirst ? [...starts, String(position)] : starts };
}

/** The part to which the event belongs, also once later events have been counted. */
function partOf({ _id, starts }: Counter, position: bigint): number {
  const part = starts.findLastIndex((start) => BigInt(start) <= position);
  if (part === -1) throw new Error(`The event at ${position} is older than ${_id}`);
  return part;
}

const toHead = (organizationId: string, event: Recorded<AnyEvent>): PassedOn<FeedDocument> => {
  const _id = feedHeadId(organizationId);
  return { id: _id, fold: (head) => counted(head, { _id, organizationId, chapter: null }, event) };
};

const toChapter = (head: FeedHead, event: Recorded<AnyEvent>): PassedOn<FeedDocument> => {
  const { organizationId } = head;
  const chapter = partOf(head, event.position);
  const _id = `${organizationId}:chapter:${chapter}`;
  return { id: _id, fold: (document) => counted(document, { _id, organizationId, chapter }, event) };
};

const toBlock = (chapter: number, counter: Counter, event: Recorded<AnyEvent>): PassedOn<FeedDocument> => {
  const _id = feedBlockId(counter.organizationId, chapter * CHAPTER_BLOCKS + partOf(counter, event.position));
  return {
    id: _id,
    fold: (block) => ({ _id, events: [...(block && isBlock(block) ? block.events : []), referenceTo(event)] }),
  };
};

const FIRST_TYPES: ReadonlySet<string> = new Set([ApplicationSubmitted.type, ApplicationCopied.type]);

const foldApplication: Fold<FeedDocument, AnyEvent> = (document, { type, stream, data }) =>
  FIRST_TYPES.has(type)
    ? { _id: idOf(stream), publishedBy: (data as { readonly organizationId: string }).organizationId }
    : document;

/**
 * Numbers the published events of each organization in the order of the log, from 1 and without gaps. It holds references
 * only: bodies are made from the log when they are asked for.
 */
export const feed = projection<FeedDocument, AnyEvent>({
  name: 'feed',
  version: 2,
  digest: '61d3ff3b5517c09f',
  isPersonal: false,
  indexes: [],
  id: ({ stream }) => idOf(stream),
  streams: (id) => publicStreamsOf(id),
  on: Object.fromEntries(RECORDED_PUBLIC_TYPES.map((type) => [type, foldApplication])),
  passesOn(document, event) {
    if (publicTypeOf(event) === null || isBlock(document)) return [];
    if (!isCounter(document)) return [toHead(document.publishedBy, event)];
    const { chapter } = document;
    return [chapter === null ? toChapter(document, event) : toBlock(chapter, document, event)];
  },
});
