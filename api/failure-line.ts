import { DemoRefused } from '../commands/demo/create-demo.ts';
import { DamagedEvent } from '../commands/event-store/damaged-event.ts';
import { StoreDamaged, StoreUnavailable } from '../commands/event-store/port.ts';
import { FileDamaged, FileStoreUnavailable } from '../commands/file-store/port.ts';
import { LogDamaged } from '../commands/integrity/damage-guard.ts';
import { MovingRefused } from '../commands/moving/moving-refused.ts';
import { MasterKeyRefused } from '../commands/vault/master-key.ts';
import { LogRefused } from '../commands/vault/own-log.ts';
import { DocumentStoreDamaged, DocumentStoreUnavailable } from '../projections/document-store/port.ts';
import { ReadModelNotReady, RebuildFailed } from '../projections/engine/contract.ts';
import { NobodyLeads } from '../projections/engine/rebuild-requests.ts';
import { ConfigRefused } from './config.ts';
import { OperationRefused } from './operator/socket.ts';
import { REPAIR, repairOf } from './repair.ts';
import { DataDirectoryInUse, DataDirectoryUnusable, LockDamaged } from './storage/data-directory.ts';
import { isUnavailable } from './unavailable.ts';

const TOLD = [
  ConfigRefused,
  DataDirectoryInUse,
  DataDirectoryUnusable,
  LockDamaged,
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
  // Closing has failed after the work had: what began it is told.
  if (error instanceof SuppressedError) return failureLine(error.suppressed);
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (isFull(error)) return `The disk is full (${message}). Make space, then run the same again.`;
  if (isUnavailable(error) && message === 'disk I/O error') return BROKEN;
  if (error instanceof DocumentStoreDamaged) return `${message}. ${repairOf(error)}`;
  if (error instanceof StoreDamaged || error instanceof LogDamaged) return `${message}. ${REPAIR}`;
  if (TOLD.some((kind) => error instanceof kind)) return message;
  if (code === 'ERR_SQLITE_ERROR') return `The data cannot be read: ${message}.`;
  return syscall === undefined ? error : `The system refused something: ${message}.`;
}

const BROKEN =
  'The disk cannot be read or written (disk I/O error). Look for disk errors in the log of the kernel and at the limits on the size of files, then run the same again.';
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** As SQLite and as the system say it; stores pass the message on, with what failed as the cause. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  return isUnavailable(error) && (error.message === 'database or disk is full' || isFull(error.cause));
}
