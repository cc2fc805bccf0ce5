import { basename } from 'node:path';
import type { DocumentStoreDamaged } from '../../projections/document-store/port.ts';

export const REPAIR =
  'Stop all processes, copy the stores aside, put the last backup into an empty installation with "intake restore", then run "intake verify".';

export const repairOf = ({ file }: DocumentStoreDamaged): string =>
  basename(file) === 'vault.sqlite'
    ? 'Stop all processes, move this file, its -wal and its -shm aside, then put the vault back with "intake restore" of the last backup.'
    : 'The log holds all that it held: stop all processes, delete this file, its -wal and its -shm, then start again. It is built anew.';
