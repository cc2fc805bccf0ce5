import { expect, test } from 'vitest';
import { UNLIMITED } from '../../../commands/user/attempt-limits.ts';
import { createPasswords } from '../../../commands/user/passwords.ts';
import type { Role } from '../../../domain/access/actor.ts';
import { allEvents, openCommandEnvironment } from '../../../test/support/command-environment.ts';
import { createDemo, finishedDemo } from './create-demo.ts';
import { isAllOf, openDemoRun } from './demo-run.ts';

async function openPlace() {
  const commands = await openCommandEnvironment();
  const accounts = { passwords: createPasswords(commands), attempts: UNLIMITED, endSessions: async () => {} };
  const environment = { ...commands, ...accounts };
  const settle = async () => {
    for (const { stream, type, data } of await allEvents(commands.log)) {
      if (type !== 'MemberAdded') continue;
      const { userId, role } = data as { userId: string; role: Role };
      commands.roles.set(userId, [{ orgId: stream.replace('organization-', ''), role }]);
    }
  };
  let appends = 0;
  /** As in a process that ends with its n-th append, before or after it has been written. */
  const endingAt = (last: number, isWritten: boolean): typeof environment => ({
    ...environment,
    log: {
      ...environment.log,
      async append(...given) {
        appends += 1;
        if (appends > last || (appends === last && !isWritten)) throw new Error('Interrupted');
        const appended = await environment.log.append(...given);
        if (appends === last) throw new Error('Interrupted');
        return appended;
      },
    },
  });
  return {
    environment,
    events: () => allEvents(commands.log),
    create: () => createDemo(environment, { applications: 5, isLocal: true, settle }),
    async createUntil(last: number, isWritten: boolean) {
      appends = 0;
      await expect(createDemo(endingAt(last, isWritten), { applications: 5, isLocal: true, settle })).rejects.toThrow(
        'Interrupted',
      );
    },
    [Symbol.asyncDispose]: () => commands[Symbol.asyncDispose](),
  };
}

test('a demo that was interrupted, wherever, goes on to the same school as one that was not', async () => {
  await using whole = await openPlace();
  const { commands } = await whole.create();
  const typesOf = async (place: typeof whole) => (await place.events()).map(({ type }) => type).toSorted();
  const types = await typesOf(whole);

  await using place = await openPlace();
  const total = types.length;
  for (const [share, isWritten] of [
    [0, false],
    [0.01, true],
    [0.05, false],
    [0.1, true],
    [0.3, false],
    [0.2, true],
  ] as const) {
    await place.createUntil(Math.max(1, Math.floor(share * total)), isWritten);
    expect(await finishedDemo(place.environment)).toBeUndefined();
  }
  expect((await place.events()).length).toBeLessThan(total);
  const finished = await place.create();
  expect(finished.applications).toBe(5);
  expect(await typesOf(place)).toEqual(types);
  expect(await finishedDemo(place.environment)).toEqual(finished);
  expect(finished.commands).toBe(commands);
}, 60_000);

test('whether anything else has happened beside a demo is known', async () => {
  await using place = await openPlace();
  await place.createUntil(20, true);
  const run = await openDemoRun(place.environment.vault).get();
  if (!run) throw new Error('Nothing was begun');
  expect(await isAllOf(place.environment.log, run)).toBe(true);
  await place.environment.createBatch({ name: 'Of another person' });
  expect(await isAllOf(place.environment.log, run)).toBe(false);
}, 60_000);
