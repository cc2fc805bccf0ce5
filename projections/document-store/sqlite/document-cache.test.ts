import { describe, expect, test } from 'vitest';
import type { Document } from '../port.ts';
import { createDocumentCache } from './document-cache.ts';

const document = (n: number): Document => ({ _id: `d${n}` });
const WEIGHT = 744;
const KILOBYTE = 1000;

describe('the document cache', () => {
  test('returns cached documents and known absences', () => {
    const shelf = createDocumentCache(10 * KILOBYTE).shelf('rows');
    expect(shelf.find('d1')).toBeUndefined();
    const one = document(1);
    shelf.keep('d1', one, WEIGHT);
    shelf.keep('d2', undefined, 0);
    expect(shelf.find('d1')?.document).toBe(one);
    expect(shelf.find('d2')).toMatchObject({ document: undefined });
  });

  test('knows in advance what does not fit', () => {
    const shelf = createDocumentCache(10 * KILOBYTE).shelf('rows');
    expect(shelf.holds(3 * KILOBYTE, 5)).toBe(true);
    expect(shelf.holds(3 * KILOBYTE, 10)).toBe(false);
    expect(shelf.holds(6 * KILOBYTE, 1)).toBe(false);
  });

  test('separates collections and shares each among its readers', () => {
    const cache = createDocumentCache(10 * KILOBYTE);
    cache.shelf('rows').keep('d1', document(1), WEIGHT);
    expect(cache.shelf('others').find('d1')).toBeUndefined();
    expect(cache.shelf('rows').find('d1')).toBeDefined();
  });

  test('stays within its limit over all collections, and evicts what is not read', () => {
    const cache = createDocumentCache(20 * KILOBYTE);
    const [even, odd] = [cache.shelf('even'), cache.shelf('odd')];
    const shelfOf = (n: number) => (n % 2 === 0 ? even : odd);
    for (let n = 0; n < 100; n += 1) {
      shelfOf(n).keep(`d${n}`, document(n), WEIGHT);
      expect(even.find('d0')).toBeDefined();
    }
    const held = Array.from({ length: 100 }, (_, n) => n).filter((n) => shelfOf(n).find(`d${n}`));
    expect(held.length).toBeGreaterThanOrEqual(10);
    expect(held.length).toBeLessThanOrEqual(20);
    expect(held).toContain(99);
  });

  test('evicts what no one has read for ten minutes, while others are read', () => {
    const clock = { minute: 0, now: () => clock.minute * 60_000 };
    const shelf = createDocumentCache(1000 * KILOBYTE, clock).shelf('rows');
    shelf.keep('unread', document(1), WEIGHT);
    shelf.keep('read', document(2), WEIGHT);
    for (; clock.minute < 10; clock.minute += 1) {
      shelf.keep(`at ${clock.minute}`, document(3), WEIGHT);
      expect(shelf.find('read')).toBeDefined();
    }
    shelf.keep('last', document(4), WEIGHT);
    expect(shelf.find('unread')).toBeUndefined();
    expect(shelf.find('at 0')).toBeUndefined();
    expect(shelf.find('read')).toBeDefined();
    expect(shelf.find('at 9')).toBeDefined();
  });

  test('keeps what was read last while nothing is read', () => {
    const clock = { minute: 0, now: () => clock.minute * 60_000 };
    const shelf = createDocumentCache(1000 * KILOBYTE, clock).shelf('rows');
    shelf.keep('d1', document(1), WEIGHT);
    clock.minute = 600;
    expect(shelf.find('d1')).toBeDefined();
  });

  test('does not cache large documents', () => {
    const shelf = createDocumentCache(1000 * KILOBYTE).shelf('rows');
    shelf.keep('d1', document(1), 100 * KILOBYTE);
    expect(shelf.find('d1')).toBeUndefined();
  });

  test('caches nothing of a document from the issue of a write to the answer of the last one', async () => {
    const shelf = createDocumentCache(10 * KILOBYTE).shelf('rows');
    shelf.keep('d1', document(1), WEIGHT);
    shelf.keep('d2', document(2), WEIGHT);
    const [first, second] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
    const outcomes = Promise.allSettled([
      shelf.during('d1', () => first.promise),
      shelf.during('d1', () => second.promise),
    ]);
    const isKept = () => {
      shelf.keep('d1', document(1), WEIGHT);
      return shelf.find('d1') !== undefined;
    };
    expect(shelf.find('d1')).toBeUndefined();
    expect(shelf.find('d2')).toBeDefined();
    expect(isKept()).toBe(false);
    first.resolve(true);
    await first.promise;
    expect(isKept()).toBe(false);
    second.reject(new Error('The disk is full'));
    expect(await outcomes).toMatchObject([{ value: true }, { reason: { message: 'The disk is full' } }]);
    expect(isKept()).toBe(true);
  });

  test('caches the result of the last write only', async () => {
    const shelf = createDocumentCache(10 * KILOBYTE).shelf('rows');
    const kept = (n: number) => ({ document: document(n), weight: WEIGHT });
    const answered = Promise.withResolvers<boolean>();
    const writes = [kept(1), undefined].map((written) => shelf.during('d1', () => answered.promise, written));
    const others = [kept(1), kept(2)].map((written) => shelf.during('d2', () => answered.promise, written));
    const failing = shelf.during('d3', () => answered.promise, kept(1));
    const failed = shelf.during(
      'd3',
      () => answered.promise.then(() => Promise.reject<boolean>(new Error('Full'))),
      kept(2),
    );
    answered.resolve(true);
    await Promise.allSettled([...writes, ...others, failing, failed]);
    expect(shelf.find('d1')).toBeUndefined();
    expect(shelf.find('d2')?.document).toEqual(document(2));
    expect(shelf.find('d3')).toBeUndefined();
  });
});
