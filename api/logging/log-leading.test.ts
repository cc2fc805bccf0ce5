import { expect, test, vi } from 'vitest';
import { leadAlone, leadWithLease } from '../../commands/worker/leading.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { logLeading } from './log-leading.ts';
import { createLogger } from './logging.ts';

function openLog() {
  const lines: Record<string, unknown>[] = [];
  return { lines, logger: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }) };
}

test('a worker logs where it begins to lead and where it ends, with the number of the term', async () => {
  await using stores = await openTemporaryStores();
  const { lines, logger } = openLog();
  const leading = leadWithLease(stores.vault, [logLeading(logger)], async () => 0, expect.fail);
  await vi.waitUntil(() => lines.length === 1, 10_000);
  await leading.stop();
  expect(lines).toMatchObject([
    { level: 30, msg: 'leading begun', term: 1 },
    { level: 30, msg: 'leading ended', term: 1, ms: expect.any(Number), reason: 'The process stops' },
  ]);
});

test('a worker that loses the lease warns of it', async () => {
  const { lines, logger } = openLog();
  const lost = AbortSignal.abort(new DOMException('Another process leads', 'AbortError'));
  await logLeading(logger).run(lost, 7);
  expect(lines.at(-1)).toMatchObject({ level: 40, msg: 'leading ended', term: 7, reason: 'Another process leads' });
});

test('a process that is alone logs nothing', async () => {
  const { lines, logger } = openLog();
  await leadAlone([logLeading(logger)], expect.fail).stop();
  expect(lines).toEqual([]);
});
