import { StoreUnavailable } from '../../commands/event-store/port.ts';
import { FileStoreUnavailable } from '../../commands/file-store/port.ts';
import { DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';

/** The process stops; another one may answer. */
export class ServerStopping extends Error {
  override readonly name = 'ServerStopping';
}

const KINDS = [StoreUnavailable, DocumentStoreUnavailable, FileStoreUnavailable, ReadModelNotReady];

export const isUnavailable = (error: unknown): boolean => KINDS.some((kind) => error instanceof kind);
