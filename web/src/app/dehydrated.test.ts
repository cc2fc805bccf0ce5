import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { answeredAt } from './dehydrated.ts';

const KEY = ['batches'];

test('equal answers make equal pages, and are as fresh as the browser says', () => {
  const page = (at: number) => {
    const server = new QueryClient();
    server.setQueryData(KEY, ['b1'], { updatedAt: at });
    return JSON.stringify(answeredAt(dehydrate(server), 0));
  };
  expect(page(1)).toBe(page(2));
  const browser = new QueryClient();
  hydrate(browser, answeredAt(JSON.parse(page(1)), 5000));
  expect(browser.getQueryState(KEY)).toMatchObject({ data: ['b1'], dataUpdatedAt: 5000, status: 'success' });
});
