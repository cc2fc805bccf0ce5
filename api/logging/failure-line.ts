import { dirname } from 'node:path';
import { DamagedEvent } from '../../commands/event-store/damaged-event.ts';
import { LogRefused } from '../../commands/event-store/own-log.ts';
import { StoreDamaged, StoreUnavailable } from '../../commands/event-store/port.ts';
import { FileDamaged, FileStoreUnavailable } from '../../commands/file-store/port.ts';
import { LogDamaged } from '../../commands/integrity/damage-guard.ts';
import { unfinished } from '../../commands/transfer/line-writer.ts';
import { TransferRefused } from '../../commands/transfer/transfer-refused.ts';
import { MasterKeyRefused } from '../../commands/vault/master-keys.ts';
import { DocumentStoreDamaged, DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { ReadModelNotReady, RebuildFailed } from '../../projections/engine/contract.ts';
import { NoLeader } from '../../projections/engine/rebuild-requests.ts';
import { ConfigRefused } from '../config/config.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { DataDirectoryInUse, DataDirectoryUnusable, LockDamaged } from '../storage/data-directory.ts';
import { REPAIR, repairOf } from '../storage/repair.ts';

const EXPECTED_ERRORS = [
  ConfigRefused,
  DataDirectoryInUse,
  DataDirectoryUnusable,
  LockDamaged,
  LogRefused,
  MasterKeyRefused,
  TransferRefused,
  OperationRefused,
  DamagedEvent,
  StoreUnavailable,
  DocumentStoreUnavailable,
  FileStoreUnavailable,
  FileDamaged,
  ReadModelNotReady,
  RebuildFailed,
  NoLeader,
];

/** One line for what an operator can mend, everything for a bug. */
export function failureLine(error: unknown): unknown {
  // Closing failed after the work; the first error is reported.
  if (error instanceof SuppressedError) return failureLine(error.suppressed);
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  const full = fullDisk(error);
  if (full) return `The disk of ${folderOf(full)} is full (${full.message}). Free some space, then try again.`;
  if (isUnavailable(error) && message === 'disk I/O error') return BROKEN;
  if (error instanceof DocumentStoreDamaged) return `${message}. ${repairOf(error)}`;
  if (error instanceof StoreDamaged || error instanceof LogDamaged) return `${message}. ${REPAIR}`;
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return message;
  if (code === 'ERR_SQLITE_ERROR') return `The data cannot be read: ${message}.`;
  return syscall === undefined ? error : `The operating system reported an error: ${message}.`;
}

export function detailsOf(error: unknown): { readonly reason: string } | { readonly err: unknown } {
  const line = failureLine(error);
  return typeof line === 'string' ? { reason: line } : { err: error };
}

const BROKEN =
  'The disk of DATA_DIR cannot be read or written (disk I/O error). Check the kernel log for disk errors and the limits on file sizes, then try again.';
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** SQLite's or the system's error about a full disk; wrapping errors have it as their cause. */
function fullDisk(error: unknown): NodeJS.ErrnoException | undefined {
  if (!(error instanceof Error)) return undefined;
  if (FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return error;
  if (isUnavailable(error) && error.message === 'database or disk is full') return error;
  return fullDisk(error.cause);
}

/** An existing folder: unfinished files are removed after a failure. Only databases and uploads have no path. */
function folderOf({ path }: NodeJS.ErrnoException): string {
  if (path === undefined) return 'DATA_DIR';
  const [finished = path] = path.split(unfinished(''), 1);
  return dirname(finished);
}
