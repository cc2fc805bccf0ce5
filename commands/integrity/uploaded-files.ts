import type { AnyEvent, EventOf, Happened } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf, streamOf } from '../../domain/event-sourcing/streams.ts';
import type { FileUploaded } from '../../domain/file/events.ts';
import { file } from '../../domain/file/file.ts';
import type { EventStore } from '../event-store/port.ts';
import { FileDamaged, type FileStore } from '../file-store/port.ts';

const PAGE = 200;

export interface Upload {
  readonly organizationId: string;
  readonly target: string;
  readonly size: number;
  readonly uploadedAt: string;
}

/** By id, according to the events so far. */
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

/** `upload` is null if the log names no such file: the daily sweep removes it. */
export type ComparedFile = { readonly id: string; readonly upload: Upload | null } & (
  | { readonly fault: null; readonly bytes: Buffer }
  /** `damaged`: the bytes differ from those that were stored. */
  | { readonly fault: 'missing' | 'damaged' }
);

/** Reads every file once while the portal runs: first the store's by id, then missing ones. */
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

/** Undefined if the store has no such file. */
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

export function describeFault({ id, upload, fault }: Extract<ComparedFile, { fault: string }>): string {
  if (!upload)
    return `The file ${id} is ${fault}, but no upload in the log names it, so nothing is lost: the daily sweep removes it`;
  const { target, organizationId, size, uploadedAt } = upload;
  return `The file ${id} is ${fault} (${target}, ${size.toLocaleString('en')} bytes, organization ${organizationId}, uploaded ${uploadedAt})`;
}
