import { StoreUnavailable } from '../commands/event-store/port.ts';
import { DocumentStoreUnavailable } from '../projections/document-store/port.ts';
import { ReadModelNotReady } from '../projections/engine/contract.ts';

/** Whether it may work in a moment: a store is away, or a read model is not there yet. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof DocumentStoreUnavailable || error instanceof ReadModelNotReady;
