import { expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { batch } from '../../domain/batch/batch.ts';
import { processConfig } from '../../domain/process/process.ts';
import { batchRegistryOf, registry } from '../../domain/registry/registry.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import {
  allEvents,
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { handle, load } from '../handling/handle.ts';
import { type ChangeBatch, changeBatch } from './change-batch.ts';
import { type CreateBatch, createBatch } from './create-batch.ts';

const by = () => contextBy(person('adam', 'Admin'));
const create = (environment: CommandEnvironment, details: CreateBatch['details'], organizationId = 'org') =>
  createBatch(environment, { organizationId, details }, by());
const change = (environment: CommandEnvironment, batchId: string, payload: ChangeBatch['payload']) =>
  changeBatch(environment, { batchId, payload }, by());
const slugsOf = async (environment: CommandEnvironment, organizationId = 'org') =>
  Object.keys((await load(environment, registry, batchRegistryOf(organizationId))).state.holders);

test('a batch is created with what is given, and defaults for what is null', async () => {
  await using environment = await openCommandEnvironment();
  const details = { name: 'Java', capacity: null, slug: 'java-1', enableEmbedding: null, description: null };
  const created = await must(createBatch(environment, { organizationId: 'org', details, status: 'Open' }, by()));
  expect(created.state).toMatchObject({
    organizationId: 'org',
    status: 'Open',
    details: { name: 'Java', capacity: 20, slug: 'java-1', enableEmbedding: false, processId: null },
  });
  expect((await allEvents(environment.log)).map(({ type }) => type)).toEqual(['NameTaken', 'BatchCreated']);
});

test('a slug belongs to one batch of an organization; another organization may have the same', async () => {
  await using environment = await openCommandEnvironment();
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create(environment, { name, slug: 'java-1' })));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(await create(environment, { name: 'E', slug: 'java-1' })).toMatchObject({
    rejection: { code: 'duplicate', message: TEXTS.batches.slugTaken, errors: [{ field: 'slug' }] },
  });
  expect((await create(environment, { name: 'F', slug: 'java-1' }, 'elsewhere')).ok).toBe(true);
});

test('many batches created at once with different slugs all succeed, over several processes', async () => {
  await using environment = await openCommandEnvironment();
  const slugs = Array.from({ length: 30 }, (_, n) => `java-${n}`);
  // Commands of one process are queued per stream; another log object behaves like another process.
  const elsewhere = () => ({ ...environment, log: { ...environment.log } });
  const answers = await Promise.all(slugs.map((slug) => create(elsewhere(), { name: 'Java', slug })));
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.rejection]))).toEqual([]);
  expect((await slugsOf(environment)).sort()).toEqual(slugs.map((slug) => `batchSlug:${slug}`).sort());
});

test('a changed or cleared slug releases the old one', async () => {
  await using environment = await openCommandEnvironment();
  const { id } = await must(create(environment, { name: 'A', slug: 'java-1' }));
  await must(change(environment, id, { slug: 'java-2' }));
  expect(await slugsOf(environment)).toEqual(['batchSlug:java-2']);
  expect((await create(environment, { name: 'B', slug: 'java-1' })).ok).toBe(true);
  await must(change(environment, id, { slug: '' }));
  expect(await slugsOf(environment)).toEqual(['batchSlug:java-1']);
});

test('a PUT of exactly what was read appends nothing; details and status change together or not at all', async () => {
  await using environment = await openCommandEnvironment();
  const { id, state, revision: version } = await must(create(environment, { name: 'Java', slug: 'java-1' }));
  const whole = { ...state.details, status: state.status, version };
  expect((await must(change(environment, id, whole))).appended).toEqual([]);
  expect(await change(environment, id, { ...whole, status: 'Open', slug: 'bad' })).toMatchObject({
    rejection: { message: TEXTS.batches.slugInvalid },
  });
  expect(await change(environment, id, { status: null })).toMatchObject({
    rejection: { errors: [{ field: 'status' }] },
  });
  const changed = await must(change(environment, id, { ...whole, status: 'Open', capacity: 5 }));
  expect(changed.appended.map(({ type }) => type)).toEqual(['BatchDetailsChanged', 'BatchStatusChanged']);
});

test('two people who change different fields from one version both succeed; the same field is a conflict', async () => {
  await using environment = await openCommandEnvironment();
  const { id, revision: version } = await must(create(environment, { name: 'Java' }));
  const answers = await Promise.all([
    change(environment, id, { version, capacity: 5 }),
    change(environment, id, { version, status: 'Open' }),
    change(environment, id, { version, description: 'Evenings' }),
  ]);
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
  expect(await change(environment, id, { version, status: 'Closed' })).toMatchObject({
    rejection: { code: 'conflict', errors: [{ field: 'status' }] },
  });
  expect((await load(environment, batch, id)).state).toMatchObject({
    status: 'Open',
    details: { capacity: 5, description: 'Evenings' },
  });
});

test('a batch uses only processes of its own organization', async () => {
  await using environment = await openCommandEnvironment();
  const start = async (id: string, organizationId: string) => {
    const data = {
      organizationId,
      config: {
        label: 'P',
        requestSignup: false,
        fields: [],
        applicationForm: { route: '/api/applications', method: 'POST', title: 'T', fields: [] },
        applicationDetailsSteps: [],
      },
    } as never;
    await must(handle(environment, processConfig, id, [{ type: 'CreateProcess', data }], contextBy(SYSTEM)));
  };
  await start('ours', 'org');
  await start('theirs', 'elsewhere');
  const { id } = await must(create(environment, { name: 'Java', processId: 'ours' }));
  for (const processId of ['theirs', 'none']) {
    const refusal = { rejection: { code: 'refused', errors: [{ field: 'processId' }] } };
    expect(await create(environment, { name: 'X', processId })).toMatchObject(refusal);
    expect(await change(environment, id, { processId })).toMatchObject(refusal);
  }
  expect((await must(change(environment, id, { processId: null }))).state.details.processId).toBeNull();
});

test('a batch offers only assessments that exist', async () => {
  await using environment = await openCommandEnvironment();
  const refused = {
    rejection: { code: 'refused', message: TEXTS.batches.assessmentMissing, errors: [{ field: 'assessmentIds' }] },
  };
  expect(await create(environment, { name: 'Java', assessmentIds: ['quiz'] })).toMatchObject(refused);
  const { id } = await must(create(environment, { name: 'Java', assessmentIds: [] }));
  expect(await change(environment, id, { assessmentIds: ['quiz'] })).toMatchObject(refused);
  expect((await must(change(environment, id, { assessmentIds: [], name: 'Java 2' }))).appended).toHaveLength(1);
});

test('a batch that does not exist is not found', async () => {
  await using environment = await openCommandEnvironment();
  expect(await change(environment, 'nowhere', { name: 'X' })).toMatchObject({ rejection: { code: 'not-found' } });
});
