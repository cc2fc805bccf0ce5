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

/** A server that is back answers sooner, and a frozen one must not delay the caller. */
const TRIAL_MS = 500;

export type ServerName = 'EventStoreDB' | 'MongoDB';

export interface Refusal {
  readonly brief: string;
  /** For operators: may name hosts. */
  readonly whole: string;
}

export interface ServerWrites {
  /** Records a failed write until a later one succeeds. */
  watched<Answer>(write: Promise<Answer>): Promise<Answer>;
  tryWriting(): Promise<boolean>;
  refusal(): Promise<Refusal | null>;
}

/** Records whether the server accepted the last write; `write` writes something that no reader sees. */
export function watchServerWrites(server: ServerName, write: () => Promise<unknown>): ServerWrites {
  let reason: string | null = null;
  let trying: Promise<boolean> | null = null;
  const watched: ServerWrites['watched'] = async (write) => {
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
    trying ??= watched(write().then(() => true))
      .catch(() => false)
      .finally(() => {
        trying = null;
      });
    return trying;
  };
  return {
    watched,
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

/** The server that is unreachable according to this error; null for any other error. */
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

export const watchedAppends = (store: EventStore, { watched }: ServerWrites): EventStore => ({
  ...store,
  append: (...given) => watched(store.append(...given)),
  appendInOrder: (...given) => watched(store.appendInOrder(...given)),
});

export const watchedDocuments = (store: DocumentStore, writes: ServerWrites): DocumentStore => ({
  ...store,
  collection: (spec) => watchedCollection(store.collection(spec), writes),
});

const watchedCollection = <Doc extends Document>(
  collection: Collection<Doc>,
  { watched }: ServerWrites,
): Collection<Doc> => ({
  ...collection,
  insert: (...given) => watched(collection.insert(...given)),
  replace: (...given) => watched(collection.replace(...given)),
  delete: (...given) => watched(collection.delete(...given)),
});

export const watchedFiles = (store: FileStore, { watched }: ServerWrites): FileStore => ({
  ...store,
  put: (...given) => watched(store.put(...given)),
});

export async function tryWritingDocuments(store: DocumentStore): Promise<void> {
  const trials = store.collection<{ readonly _id: string; readonly at: string }>({ name: 'trials', indexes: [] });
  const trial = { _id: 'trial', at: new Date().toISOString() };
  if (!(await trials.insert(trial))) await trials.replace(trial);
}
