import { setTimeout as pause } from 'node:timers/promises';
import { type EventStore, StoreUnavailable } from '../../commands/event-store/port.ts';
import { type FileStore, FileStoreUnavailable } from '../../commands/file-store/port.ts';
import {
  type Collection,
  type Document,
  type DocumentStore,
  DocumentStoreUnavailable,
} from '../../projections/document-store/port.ts';
import { isUnavailable } from '../runtime/unavailable.ts';

/** A server that takes writes again answers sooner; one that is frozen must not delay what asks. */
const TRIAL_MS = 500;

export type ServerName = 'EventStoreDB' | 'MongoDB';

/** Why a store takes no writes. */
export interface Refusal {
  /** For everybody. */
  readonly brief: string;
  /** For operators: may name hosts. */
  readonly whole: string;
}

export interface ServerWrites {
  /** Remembers the failure of a write that the server did not take, until one is answered with a true value. */
  noted<Answer>(write: Promise<Answer>): Promise<Answer>;
  /** Whether the server takes a write that no reader sees; answers when the server does, or once it counts as away. */
  tryWriting(): Promise<boolean>;
  /** Tries once more where the last write failed, and does not wait long for it. */
  refusal(): Promise<Refusal | null>;
}

/** Remembers whether a server took the last write; `write` writes something that no reader sees. */
export function watchServerWrites(server: ServerName, write: () => Promise<unknown>): ServerWrites {
  let reason: string | null = null;
  let trying: Promise<boolean> | null = null;
  const noted: ServerWrites['noted'] = async (write) => {
    try {
      const answer = await write;
      if (answer) reason = null;
      return answer;
    } catch (error) {
      if (isUnavailable(error)) reason = (error as Error).message;
      throw error;
    }
  };
  const tryWriting = () => {
    trying ??= noted(write().then(() => true))
      .catch(() => false)
      .finally(() => {
        trying = null;
      });
    return trying;
  };
  return {
    noted,
    tryWriting,
    async refusal() {
      if (reason === null) return null;
      const waiting = new AbortController();
      await Promise.race([tryWriting(), pause(TRIAL_MS, null, { signal: waiting.signal }).catch(() => null)]);
      waiting.abort();
      return reason === null ? null : { brief: `${server} takes no writes`, whole: named(server, reason) };
    },
  };
}

/** The server that an error says is away; null for any other error. */
export function awayOf(
  error: unknown,
  {
    eventStoreUrl,
    mongodbUrl,
  }: { readonly eventStoreUrl: string | undefined; readonly mongodbUrl: string | undefined },
): (Refusal & { readonly server: ServerName; readonly canRead: boolean }) | null {
  const isOfLog = error instanceof StoreUnavailable && eventStoreUrl !== undefined;
  const isOfDocuments =
    (error instanceof DocumentStoreUnavailable || error instanceof FileStoreUnavailable) && mongodbUrl !== undefined;
  if (!isOfLog && !isOfDocuments) return null;
  const server = isOfLog ? 'EventStoreDB' : 'MongoDB';
  return {
    server,
    brief: `${server} cannot be reached`,
    whole: named(server, (error as Error).message),
    canRead: isOfLog,
  };
}

const named = (server: ServerName, reason: string): string =>
  reason.startsWith(`${server}: `) ? reason : `${server}: ${reason}`;

export const notedAppends = (store: EventStore, { noted }: ServerWrites): EventStore => ({
  ...store,
  append: (...given) => noted(store.append(...given)),
  appendInOrder: (...given) => noted(store.appendInOrder(...given)),
});

export const notedDocuments = (store: DocumentStore, writes: ServerWrites): DocumentStore => ({
  ...store,
  collection: (spec) => notedCollection(store.collection(spec), writes),
});

const notedCollection = <Doc extends Document>(
  collection: Collection<Doc>,
  { noted }: ServerWrites,
): Collection<Doc> => ({
  ...collection,
  insert: (...given) => noted(collection.insert(...given)),
  replace: (...given) => noted(collection.replace(...given)),
  delete: (...given) => noted(collection.delete(...given)),
});

export const notedFiles = (store: FileStore, { noted }: ServerWrites): FileStore => ({
  ...store,
  put: (...given) => noted(store.put(...given)),
});

/** A write of which nothing remains but its time. */
export async function tryWritingDocuments(store: DocumentStore): Promise<void> {
  const trials = store.collection<{ readonly _id: string; readonly at: string }>({ name: 'trials', indexes: [] });
  const trial = { _id: 'trial', at: new Date().toISOString() };
  if (!(await trials.insert(trial))) await trials.replace(trial);
}
