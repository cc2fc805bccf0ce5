import { basename } from 'node:path';
import type { DocumentStoreDamaged } from '../../projections/document-store/port.ts';

export const REPAIR =
  'Stop all processes, set the stores aside, restore the last backup into an empty installation with "intake restore", then run "intake verify".';

export const repairOf = ({ file }: DocumentStoreDamaged): string =>
  basename(file) === 'vault.sqlite'
    ? 'Stop all processes, move this file and its -wal and -shm files aside, then restore the vault from the last backup with "intake restore".'
    : 'Stop all processes, delete this file and its -wal and -shm files, then start again: it is rebuilt from the log, and nothing is lost.';
