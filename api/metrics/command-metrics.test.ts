import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../commands/event-store/port.ts';
import type { CommandReport } from '../../commands/handling/environment.ts';
import { SubjectErased } from '../../commands/vault/subject-keys.ts';
import { createCommandMetrics } from './command-metrics.ts';

test.each<[Partial<CommandReport>, string]>([
  [{}, 'accepted'],
  [{ refusal: 'duplicate' }, 'refused'],
  [{ refusal: 'conflict' }, 'conflict'],
  [{ error: new SubjectErased('application-1') }, 'refused'],
  [{ error: new StoreUnavailable('away') }, 'unavailable'],
  [{ error: new TypeError('a bug') }, 'failed'],
])('what became of a command: %o', async (report, outcome) => {
  const registry = new Registry();
  createCommandMetrics(registry)({ category: 'batch', types: ['CreateBatch'], refusal: null, ...report });
  const counted = (await registry.metrics()).split('\n').filter((line) => line.endsWith(' 1'));
  expect(counted).toEqual([`intake_commands_total{category="batch",type="CreateBatch",outcome="${outcome}"} 1`]);
});
