import { expect, test } from 'vitest';
import { offeringProcesses, offersOf } from './offers.ts';

const process = (_id: string, label: string, ...models: string[][]) => ({
  _id,
  version: 0,
  json: JSON.stringify({
    label,
    applicationDetailsSteps: [{ title: 'Welcome' }, ...models.map((ids) => ({ availablePaymentModels: ids }))],
  }),
});
const batch = (_id: string, processId: string | null) => ({ _id, name: `Batch ${_id}`, processId });

test('a model is offered by the processes that list it in any step, each with its batches', () => {
  const processes = offeringProcesses([
    process('p1', 'Data', ['other'], ['plan']),
    process('p2', 'Design', ['plan', 'other']),
    process('p3', 'Law', ['other']),
  ]);
  const batches = [batch('june', 'p1'), batch('july', 'p3'), batch('may', 'p1'), batch('free', null)];
  expect(offersOf('plan', processes, batches)).toMatchObject([
    { label: 'Data', batches: [{ name: 'Batch june' }, { name: 'Batch may' }] },
    { label: 'Design', batches: [] },
  ]);
  expect(offersOf('unused', processes, batches)).toEqual([]);
});
