import { DemoRefused } from '../commands/demo/create-demo.ts';
import { DamagedEvent } from '../commands/event-store/damaged-event.ts';
import { StoreUnavailable } from '../commands/event-store/port.ts';
import { FileDamaged, FileStoreUnavailable } from '../commands/file-store/port.ts';
import { MovingRefused } from '../commands/moving/moving-refused.ts';
import { MasterKeyRefused } from '../commands/vault/master-key.ts';
import { LogRefused } from '../commands/vault/own-log.ts';
import { DocumentStoreUnavailable } from '../projections/document-store/port.ts';
import { ReadModelNotReady, RebuildFailed } from '../projections/engine/contract.ts';
import { NobodyLeads } from '../projections/engine/rebuild-requests.ts';
import { ConfigRefused } from './config.ts';
import { OperationRefused } from './operator/socket.ts';
import { DataDirectoryInUse, DataDirectoryUnusable } from './storage/data-directory.ts';

const TOLD = [
  ConfigRefused,
  DataDirectoryInUse,
  DataDirectoryUnusable,
  LogRefused,
  MasterKeyRefused,
  MovingRefused,
  OperationRefused,
  DamagedEvent,
  DemoRefused,
  StoreUnavailable,
  DocumentStoreUnavailable,
  FileStoreUnavailable,
  FileDamaged,
  ReadModelNotReady,
  RebuildFailed,
  NobodyLeads,
];

/** What a process says before it ends with 1: one line about what can be helped, everything about a bug. */
export function failureLine(error: unknown): unknown {
  if (TOLD.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ERR_SQLITE_ERROR') return `The data cannot be read: ${message}.`;
  return syscall === undefined ? error : `The system refused something: ${message}.`;
}
