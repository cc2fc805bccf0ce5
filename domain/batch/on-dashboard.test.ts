import { expect, test } from 'vitest';
import { dashboardOrder, isInTab } from './on-dashboard.ts';

const batches = [
  { _id: 'draft', name: 'draft', status: 'Draft' },
  { _id: 'open', name: 'open', status: 'Open' },
  { _id: 'closed', name: 'closed', status: 'Closed' },
  { _id: 'old', name: 'old', status: 'Complete' },
] as const;

const orderAt = (address: string) => dashboardOrder(batches, new URLSearchParams(address)).join(' ');

test('active shows Draft, Open and Closed batches, complete the Complete ones, all every one', () => {
  const inTab = (tab: 'active' | 'complete' | 'all') => batches.filter((batch) => isInTab(batch, tab)).length;
  expect([inTab('active'), inTab('complete'), inTab('all')]).toEqual([3, 1, 4]);
});

test('the board’s batch comes first, then the open tab’s, collapsed ones and the other tab’s', () => {
  expect(orderAt('')).toBe('draft open closed old');
  expect(orderAt('tab=complete')).toBe('old draft open closed');
  expect(orderAt('tab=all&collapsed=draft,open')).toBe('closed old draft open');
  expect(orderAt('view=board&batch=closed')).toBe('closed draft open old');
  expect(orderAt('tab=hostile&collapsed=&batch=nobody')).toBe('draft open closed old');
});
