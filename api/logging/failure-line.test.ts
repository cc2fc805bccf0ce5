import { expect, test } from 'vitest';
import { StoreDamaged, StoreFull } from '../../commands/event-store/port.ts';
import { FileDamaged, FileStoreUnavailable } from '../../commands/file-store/port.ts';
import { DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { RebuildFailed } from '../../projections/engine/contract.ts';
import { NoLeader } from '../../projections/engine/rebuild-requests.ts';
import { failureLine } from './failure-line.ts';

test('a failure that an operator can mend is one line, and a bug is logged whole', () => {
  const kinds = [RebuildFailed, NoLeader, FileStoreUnavailable];
  for (const Kind of kinds) expect(failureLine(new Kind('So it is'))).toBe('So it is');
  expect(failureLine(new FileDamaged('a-file'))).toBe('The file a-file is damaged');
  for (const full of [
    new StoreFull('database or disk is full'),
    new FileStoreUnavailable('gone', { cause: Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' }) }),
    new SuppressedError(new Error('closing'), new DocumentStoreUnavailable('database or disk is full')),
  ])
    expect(failureLine(full)).toMatch(/^The disk of DATA_DIR is full \(.*\)\. Free some space, then try again\.$/);
  for (const path of ['/backups/new.unfinished/events.ndjson', '/backups/new.unfinished', '/backups/new'])
    expect(failureLine(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path }))).toMatch(
      /^The disk of \/backups is full/,
    );
  expect(failureLine(new StoreDamaged('events.sqlite is damaged'))).toMatch(/^events.sqlite is damaged\. Stop all /);
  const bug = new TypeError('undefined is no function');
  expect(failureLine(bug)).toBe(bug);
});
