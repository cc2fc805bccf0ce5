import { expect, test } from 'vitest';
import { FileDamaged, FileStoreUnavailable } from '../commands/file-store/port.ts';
import { RebuildFailed } from '../projections/engine/contract.ts';
import { NobodyLeads } from '../projections/engine/rebuild-requests.ts';
import { failureLine } from './failure-line.ts';

test('what an operator can do something about is one line, and a bug is told with everything', () => {
  const kinds = [RebuildFailed, NobodyLeads, FileStoreUnavailable];
  for (const Kind of kinds) expect(failureLine(new Kind('So it is'))).toBe('So it is');
  expect(failureLine(new FileDamaged('a-file'))).toBe('The file a-file is damaged');
  const bug = new TypeError('undefined is no function');
  expect(failureLine(bug)).toBe(bug);
});
