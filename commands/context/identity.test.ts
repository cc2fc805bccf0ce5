import { expect, test } from 'vitest';
import { uuidV5 } from './identity.ts';

test('an id is the same in every version, because streams and events are named by it', () => {
  expect(['0', '1', '2', '3'].map((n) => uuidV5('application', 'ü', n))).toEqual([
    'dd0df799-e044-5f44-bb19-47699f2f5ff3',
    '8174093b-6dea-50af-9982-5352954a16d4',
    '9883ab04-802a-5daa-9a0c-eef80443c03b',
    'af2e6e61-bfab-594e-954d-39c6b53cbec9',
  ]);
});
