import { StoreUnavailable } from '../../commands/event-store/port.ts';
import { FileStoreUnavailable } from '../../commands/file-store/port.ts';
import { DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';

/** The server ends, and with it what a request waited for; another process may answer. */
export class ServerStopping extends Error {
  override readonly name = 'ServerStopping';
}

const KINDS = [StoreUnavailable, DocumentStoreUnavailable, FileStoreUnavailable, ReadModelNotReady];

/** Whether it may work in a moment: a store is away, or a read model is not there yet. */
export const isUnavailable = (error: unknown): boolean => KINDS.some((kind) => error instanceof kind);
