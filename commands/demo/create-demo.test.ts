import { expect, test } from 'vitest';
import type { Role } from '../../domain/actor.ts';
import { allEvents, openCommandEnvironment } from '../../test/support/command-environment.ts';
import { isRandom } from '../identity.ts';
import { UNLIMITED } from '../user/attempt-limits.ts';
import { createPasswords } from '../user/passwords.ts';
import { createDemo } from './create-demo.ts';

test('no other process can have made a command of the demo, so its appends need no look at what stands there', async () => {
  await using commands = await openCommandEnvironment();
  const accounts = { passwords: createPasswords(commands), attempts: UNLIMITED, endSessions: async () => {} };
  const environment = { ...commands, ...accounts };
  const settle = async () => {
    for (const { stream, type, data } of await allEvents(commands.log)) {
      if (type !== 'MemberAdded') continue;
      const { userId, role } = data as { userId: string; role: Role };
      commands.roles.set(userId, [{ orgId: stream.replace('organization-', ''), role }]);
    }
  };
  const { commands: given } = await createDemo(environment, { applications: 5, settle });
  const ids = (await allEvents(commands.log)).map(({ metadata }) => metadata.commandId);
  expect(new Set(ids.filter(isRandom)).size).toBeGreaterThan(0.9 * given);
  expect(ids.filter((id) => !isRandom(id))).toEqual([]);
});
