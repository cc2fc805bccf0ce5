import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ProcessConfig } from '../../domain/process/config.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { changeProcess, createProcess, deleteProcess, type SavedProcess } from './save-process.ts';

const CONFIG = {
  label: 'Full-stack',
  applicationForm: { title: 'Apply', fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
  applicationDetailsSteps: [{ title: 'One' }, { title: 'Two' }],
};
const mia = () => contextBy(person('mia', 'Admin'));

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
});
afterAll(() => environment[Symbol.asyncDispose]());

const create = () => must(createProcess(environment, { organizationId: 'org', json: JSON.stringify(CONFIG) }, mia()));
const configOf = ({ state }: SavedProcess) => (state.kind === 'process' ? state.config : null) as ProcessConfig;
const change = (processId: string, config: unknown, version?: number) =>
  changeProcess(
    environment,
    { processId, json: JSON.stringify(config), ...(version === undefined ? {} : { version }) },
    mia(),
  );

test('a process is created with an _id on each step, and saving it again changes nothing', async () => {
  const created = await create();
  const config = configOf(created);
  expect(config.applicationDetailsSteps.map(({ title }) => title)).toEqual(['One', 'Two']);
  expect(new Set(config.applicationDetailsSteps.map(({ _id }) => _id)).size).toBe(2);
  expect((await must(change(created.id, config))).appended).toEqual([]);
  expect((await must(change(created.id, config, 0))).appended).toEqual([]);
});

test('without a version the text replaces the config', async () => {
  const created = await create();
  const config = configOf(created);
  const [, two] = config.applicationDetailsSteps;
  const changed = await must(change(created.id, { ...config, applicationDetailsSteps: [two] }));
  expect(configOf(changed).applicationDetailsSteps).toEqual([two]);
});

test('two editors of one version both keep their changes; the same field is a conflict', async () => {
  const created = await create();
  const config = configOf(created);
  const [one, two] = config.applicationDetailsSteps;
  await must(change(created.id, { ...config, applicationDetailsSteps: [two, { title: 'Three' }] }, 0));
  const merged = await must(change(created.id, { ...config, label: 'Java' }, 0));
  expect(configOf(merged)).toMatchObject({
    label: 'Java',
    applicationDetailsSteps: [{ title: 'Two' }, { title: 'Three' }],
  });
  const conflict = await change(created.id, { ...config, label: 'Python' }, 0);
  expect(conflict).toMatchObject({ rejection: { code: 'conflict', errors: [{ field: 'label' }] } });
  const lost = { ...config, applicationDetailsSteps: [{ ...one, title: 'First' }, two] };
  expect(await change(created.id, lost, 0)).toMatchObject({ rejection: { code: 'conflict' } });
});

test('an invalid config is refused with the path of the error', async () => {
  const created = await create();
  const broken = { ...configOf(created), fields: [{ name: 'status', label: 'x' }] };
  expect(await change(created.id, broken, 0)).toMatchObject({
    rejection: { code: 'refused', errors: [{ field: 'fields[0].name' }] },
  });
  const noJson = await changeProcess(environment, { processId: created.id, json: '{' }, mia());
  expect(noJson).toMatchObject({ rejection: { code: 'refused', errors: [{ field: 'json' }] } });
  expect(await change('nowhere', CONFIG)).toMatchObject({ rejection: { code: 'not-found' } });
});

test('a process in use is not deleted, and the refusal names the batches', async () => {
  const batchId = await environment.createBatch({ name: 'June', config: configOf(await create()) });
  const [created] = await environment.log.readStream(`batch-${batchId}`);
  const { processId } = z.object({ processId: z.string() }).parse(created?.data);
  expect(await deleteProcess(environment, { processId }, mia())).toMatchObject({
    rejection: { code: 'refused', message: 'This process is in use by June.' },
  });
  const unused = await create();
  await must(deleteProcess(environment, { processId: unused.id }, mia()));
  expect(await change(unused.id, CONFIG)).toMatchObject({ rejection: { code: 'not-found' } });
});
