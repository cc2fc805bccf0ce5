import type { AnyEvent, EventOf, Happened } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf, streamOf } from '../../domain/event-sourcing/streams.ts';
import type { FileUploaded } from '../../domain/file/events.ts';
import { file } from '../../domain/file/file.ts';
import type { EventStore } from '../event-store/port.ts';
import { FileDamaged, type FileStore } from '../file-store/port.ts';

const PAGE = 200;

/** What the log says of a file that is stored. */
export interface Upload {
  readonly organizationId: string;
  readonly target: string;
  /** In bytes. */
  readonly size: number;
  /** ISO-8601 UTC. */
  readonly uploadedAt: string;
}

/** The files that the events taken so far leave stored, by their ids. */
export interface UploadLedger {
  take(event: Happened<AnyEvent> & { readonly stream: string }): void;
  readonly uploads: ReadonlyMap<string, Upload>;
}

export function createUploadLedger(): UploadLedger {
  const uploads = new Map<string, Upload>();
  return {
    uploads,
    take({ type, stream, data, at }) {
      if (categoryOf(stream) !== file.category) return;
      if (type === 'FileDeleted') uploads.delete(idOf(stream));
      if (type !== 'FileUploaded') return;
      const { organizationId, target, size } = data as EventOf<typeof FileUploaded>['data'];
      uploads.set(idOf(stream), { organizationId, target, size, uploadedAt: at });
    },
  };
}

/**
 * A file of the store, or one that should be there. `upload` is null where the log names no such file: an upload that ended
 * before its event, or the rest of a deletion; the daily sweep removes both.
 */
export type ComparedFile = { readonly id: string; readonly upload: Upload | null } & (
  | { readonly fault: null; readonly bytes: Buffer }
  /** `damaged`: the bytes are not those that were stored. */
  | { readonly fault: 'missing' | 'damaged' }
);

/**
 * Reads every file of the store once and holds it against the log; the portal may go on meanwhile. The files of the store come
 * first, by their ids, then those that are missing.
 */
export async function* compareFiles(
  { uploads }: Pick<UploadLedger, 'uploads'>,
  { files, store }: { readonly files: FileStore; readonly store: Pick<EventStore, 'readStream'> },
): AsyncGenerator<ComparedFile> {
  const missing = new Set(uploads.keys());
  let after: string | undefined;
  do {
    const ids: readonly string[] = await files.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const id of ids) {
      const compared = await compareFile(files, id, uploads.get(id) ?? null);
      if (!compared) continue;
      missing.delete(id);
      yield compared;
    }
    after = ids.length < PAGE ? undefined : ids.at(-1);
  } while (after !== undefined);
  for (const id of missing) {
    // A deletion begins with its event, so a file that was deleted meanwhile is not missing.
    const events = await store.readStream(streamOf(file.category, id));
    if (events.some(({ type }) => type === 'FileDeleted')) continue;
    yield { id, upload: uploads.get(id) ?? null, fault: 'missing' };
  }
}

/** Undefined where the store has no such file. */
async function compareFile(files: FileStore, id: string, upload: Upload | null): Promise<ComparedFile | undefined> {
  try {
    const bytes = await files.get(id);
    if (!bytes) return undefined;
    if (upload && upload.size !== bytes.length) return { id, upload, fault: 'damaged' };
    return { id, upload, fault: null, bytes };
  } catch (error) {
    if (error instanceof FileDamaged) return { id, upload, fault: 'damaged' };
    throw error;
  }
}

/** One line for the operator. */
export function describeFault({ id, upload, fault }: Extract<ComparedFile, { fault: string }>): string {
  if (!upload)
    return `The file ${id} is ${fault}, but no upload in the log names it, so nothing is lost: the daily sweep removes it`;
  const { target, organizationId, size, uploadedAt } = upload;
  return `The file ${id} is ${fault} (${target}, ${size.toLocaleString('en')} bytes, organization ${organizationId}, uploaded ${uploadedAt})`;
}
