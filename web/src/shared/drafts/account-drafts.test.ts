import { expect, test } from 'vitest';
import { createSender } from './account-drafts.ts';
import type { Words } from './drafts.ts';

const letters = (word: string): Words[] => Array.from(word, (_, index) => ({ city: word.slice(0, index + 1) }));

test('many changes send one draft, the newest, and the form learns when', async () => {
  const sent: [string, Words | null][] = [];
  const sender = createSender<string>(async (form, words) => {
    sent.push([form, words]);
    return 'then';
  }, 60_000);
  const told: (string | null)[] = [];
  for (const words of letters('Cebu')) sender.put('step', words, (savedAt) => told.push(savedAt));
  sender.put('other', { city: 'Davao' }, () => undefined);
  await sender.flush();
  expect(sent).toEqual([
    ['step', { city: 'Cebu' }],
    ['other', { city: 'Davao' }],
  ]);
  expect(told).toEqual(['then']);
  await sender.flush();
  expect(sent).toHaveLength(2);
});

test('the form learns why a draft was refused, and the next one is sent', async () => {
  const told: unknown[] = [];
  const sender = createSender<string>(async (_, words) => {
    if (words?.city === 'Cebu') throw new Error('100 drafts');
    return 'then';
  }, 60_000);
  const put = (city: string) =>
    sender.put(
      'step',
      { city },
      (savedAt) => told.push(savedAt),
      (error) => told.push(error),
    );
  put('Cebu');
  await sender.flush();
  put('Cebu City');
  await sender.flush();
  expect(told).toEqual([new Error('100 drafts'), 'then']);
});

test('drafts of a form are sent in order, even if one takes long', async () => {
  const arrived: (Words | null)[] = [];
  const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sender = createSender<string>(async (_, words) => {
    begun.resolve();
    if (words?.city === 'slow') await first.promise;
    arrived.push(words);
    return null;
  }, 0);
  sender.put('step', { city: 'slow' }, () => undefined);
  const flushed = sender.flush();
  await begun.promise;
  sender.put('step', null, () => undefined);
  const both = sender.flush();
  first.resolve();
  await Promise.all([flushed, both]);
  expect(arrived).toEqual([{ city: 'slow' }, null]);
});

test("reading a form's draft first sends the waiting one and awaits the pending one", async () => {
  const arrived: [string, Words | null][] = [];
  const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sender = createSender<string>(async (form, words) => {
    begun.resolve();
    if (words?.city === 'slow') await first.promise;
    arrived.push([form, words]);
    return null;
  }, 60_000);
  sender.put('other', { city: 'Davao' }, () => undefined);
  sender.put('step', { city: 'slow' }, () => undefined);
  void sender.flushOf('step');
  await begun.promise;
  sender.put('step', null, () => undefined);
  const flushed = sender.flushOf('step');
  first.resolve();
  await flushed;
  expect(arrived).toEqual([
    ['step', { city: 'slow' }],
    ['step', null],
  ]);
});

test("reading a form's draft awaits a deletion that is asked for while the draft is sent", async () => {
  const arrived: (Words | null)[] = [];
  const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sender = createSender<string>(async (_, words) => {
    begun.resolve();
    if (words) await first.promise;
    arrived.push(words);
    return null;
  }, 60_000);
  sender.put('step', { city: 'Cebu' }, () => undefined);
  const flushed = sender.flushOf('step');
  await begun.promise;
  sender.put('step', null, () => undefined);
  first.resolve();
  await flushed;
  expect(arrived).toEqual([{ city: 'Cebu' }, null]);
});

test('a failed draft does not count as sent and does not block others', async () => {
  let isBroken = true;
  const told: string[] = [];
  const sender = createSender<string>(async () => {
    if (isBroken) throw new Error('offline');
    return 'now';
  }, 60_000);
  sender.put('step', { city: 'Cebu' }, () => told.push('first'));
  await sender.flush();
  isBroken = false;
  sender.put('step', { city: 'Cebu City' }, () => told.push('second'));
  await sender.flush();
  expect(told).toEqual(['second']);
});
