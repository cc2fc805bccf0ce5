import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('a part that fails, and one that does not answer, are named; the others are told, nothing stale', async () => {
  const metrics = createMetrics({ timeoutMs: 20 });
  const cleared: string[] = [];
  const reads = {
    broken: () => Promise.reject(new Error('away')),
    frozen: () => new Promise<void>(() => {}),
    well: async () => {},
  };
  for (const [part, read] of Object.entries(reads)) metrics.watch({ part, read, clear: () => void cleared.push(part) });
  const text = await metrics.text();
  expect(text).toContain('intake_scrape_failed{part="broken"} 1');
  expect(text).toContain('intake_scrape_failed{part="frozen"} 1');
  expect(text).toContain('intake_scrape_failed{part="well"} 0');
  expect(cleared.sort()).toEqual(['broken', 'frozen']);
  expect(text).toContain('process_cpu_user_seconds_total');
});
