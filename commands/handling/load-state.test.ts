import { expect, test } from 'vitest';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { processConfig } from '../../domain/process/process.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openCommandEnvironment } from '../../test/support/command-environment.ts';
import { PROCESS } from '../../test/support/school.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { handle } from './handle.ts';
import { loadState } from './load-state.ts';

const config = (version: number): ProcessConfig => ({ ...(PROCESS as ProcessConfig), label: `Version ${version}` });

const saving = (commands: Parameters<typeof handle>[0], version: number) =>
  handle(
    commands,
    processConfig,
    'p',
    [
      version === 0
        ? { type: 'CreateProcess', data: { organizationId: 'o', config: config(0) } }
        : { type: 'ChangeProcess', data: { config: config(version) } },
    ],
    newCommandContext(),
  );
const labelIn = async (log: EventLog) => {
  const state = await loadState({ log }, processConfig, 'p');
  return state.kind === 'process' ? state.config.label : state.kind;
};

test('the state of a process is current, and old versions are read once', async () => {
  await using commands = await openCommandEnvironment();
  const read: number[] = [];
  const log: typeof commands.log = {
    ...commands.log,
    async readStream(stream, last) {
      const events = await commands.log.readStream(stream, last);
      read.push(events.length);
      return events;
    },
  };
  const save = (version: number) => saving(commands, version);
  const label = () => labelIn(log);
  expect(await label()).toBe('nothing');
  for (let version = 0; version < 20; version += 1) await save(version);
  expect([await label(), await label()]).toEqual(['Version 19', 'Version 19']);
  await save(20);
  expect(await label()).toBe('Version 20');
  expect(read).toEqual([0, 20, 0, 1]);
});

test('a restored log that goes on differently is read as a whole', async () => {
  await using commands = await openCommandEnvironment();
  await using restored = await openCommandEnvironment();
  let isRestored = false;
  const log: EventLog = {
    ...commands.log,
    readStream: (...given) => (isRestored ? restored : commands).log.readStream(...given),
  };
  for (const version of [0, 1]) await saving(commands, version);
  for (const version of [0, 2, 3]) await saving(restored, version);
  expect(await labelIn(log)).toBe('Version 1');
  isRestored = true;
  expect([await labelIn(log), await labelIn(log)]).toEqual(['Version 3', 'Version 3']);
});
