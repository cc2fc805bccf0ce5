import { expect, test, vi } from 'vitest';
import { withCorrelation } from '../../commands/context/correlation.ts';
import { StoreUnavailable } from '../../commands/event-store/port.ts';
import { DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { awayOf } from '../storage/server-writes.ts';
import { createLogger } from './logging.ts';
import { createOutageLog } from './outage-log.ts';

const CONFIG = { eventStoreUrl: 'esdb://events.example:2113', mongodbUrl: 'mongodb://documents.example:27017/intake' };

function openLog(config: { eventStoreUrl: string | undefined; mongodbUrl: string | undefined }, reminderMs?: number) {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const back = new Set<string>();
  const stores = {
    awayOf: (error: unknown) => awayOf(error, config),
    tryWriting: async (server: string) => back.has(server),
  };
  const outages = createOutageLog(
    { stores, logger },
    { retryMs: 1, ...(reminderMs === undefined ? {} : { reminderMs }) },
  );
  return { lines, back, covers: outages.covers, [Symbol.dispose]: () => outages.close() };
}

const linesOf = (lines: Record<string, unknown>[], server: string) => lines.filter(({ store }) => store === server);

test('a server that is away leaves one line where that begins and one where it ends, whatever fails meanwhile', async () => {
  using log = openLog(CONFIG);
  withCorrelation('a-request', () => {
    for (let i = 0; i < 50; i += 1)
      expect(log.covers(new DocumentStoreUnavailable('MongoDB: connection timed out'))).toBe(true);
  });
  expect(log.covers(new StoreUnavailable('no answer'))).toBe(true);
  log.back.add('MongoDB');
  await vi.waitUntil(() => linesOf(log.lines, 'MongoDB').length === 2);
  expect(linesOf(log.lines, 'MongoDB')).toMatchObject([
    { level: 50, msg: 'a store is unavailable', reason: 'MongoDB: connection timed out' },
    { level: 30, msg: 'a store is available again', seconds: 0, failures: 50 },
  ]);
  expect(linesOf(log.lines, 'EventStoreDB')).toMatchObject([
    { level: 50, msg: 'a store is unavailable', reason: 'EventStoreDB: no answer' },
  ]);
  for (const line of log.lines) expect(line).not.toHaveProperty('requestId');

  log.covers(new DocumentStoreUnavailable('MongoDB: connection closed'));
  await vi.waitUntil(() => linesOf(log.lines, 'MongoDB').length === 4);
  expect(linesOf(log.lines, 'MongoDB').slice(2)).toMatchObject([
    { reason: 'MongoDB: connection closed' },
    { failures: 1 },
  ]);
});

test('a long outage is logged again from time to time, with what has failed so far', async () => {
  using log = openLog(CONFIG, 0);
  const away = new StoreUnavailable('no answer');
  for (let i = 0; i < 3; i += 1) log.covers(away);
  await vi.waitUntil(() => log.lines.length > 1);
  expect(log.lines[1]).toMatchObject({
    level: 50,
    msg: 'a store is still unavailable',
    store: 'EventStoreDB',
    seconds: 0,
    failures: 3,
  });
});

test('what no server causes keeps a line of its own', () => {
  using log = openLog({ eventStoreUrl: undefined, mongodbUrl: undefined });
  expect(log.covers(new StoreUnavailable('database or disk is full'))).toBe(false);
  expect(log.covers(new Error('a bug'))).toBe(false);
  expect(log.lines).toEqual([]);
});
