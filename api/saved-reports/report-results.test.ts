import { afterEach, expect, test, vi } from 'vitest';
import { catalogueOf } from '../../domain/report-catalogue/catalogue.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import { createEngine } from '../../projections/engine/engine.ts';
import { foldsOf } from '../../projections/report-folds/report-folds.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openReadModels, removeReadModels } from '../../test/support/read-models.ts';
import { createReportResults } from './report-results.ts';

const POLL = { timeout: 20_000, interval: 5 };
const question: ReportQuestion = {
  events: ['ApplicationSubmitted'],
  where: [],
  groupBy: [{ kind: 'field', field: 'application.status', when: 'today' }],
  measure: { kind: 'count' },
};
const report: ReportDocument = {
  ...{ _id: 'r', version: 0, organizationId: 'school', createdAt: '', isDeleted: false, name: 'Report' },
  ...{
    chart: 'table',
    isPinned: false,
    definition: 0,
    edition: 1,
    definedAt: '',
    definedBy: null,
    createdBy: null,
    former: null,
  },
  ...question,
};
const about = {
  timeZone: 'UTC',
  catalogue: catalogueOf({ processes: [], batches: [], assessments: [], paymentModels: [] }),
};
const all = { in: [null, null] };

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function open() {
  const log = new MemoryLog();
  const models = await openReadModels();
  const projection = {
    ...{ name: 'report-r', version: 1, indexes: ['changed'], streams: () => [] },
    ...foldsOf({ question, definition: 0 }),
  };
  const engine = createEngine({ log, readModels: models.store, projections: [projection] });
  const stopping = new AbortController();
  cleanUp.push(async () => {
    stopping.abort();
    await engine.stop();
    await models.close();
    await removeReadModels(models);
  });
  await engine.start();
  void engine.lead(stopping.signal);
  await engine.whenReady();
  const savedReports = { erasures: 0 };
  const results = createReportResults({ dynamic: engine, reports: { asOf: async () => undefined }, savedReports });
  const happened = async (id: string, type: string, data: object) => {
    const { position } = log.append(`application-${id}`, { type, data });
    await engine.waitFor(position);
  };
  const submit = (id: string) => happened(id, 'ApplicationSubmitted', { batchId: 'b', tracking: {}, userId: null });
  const read = (more = {}) => results.read(report, { ...about, ...more });
  return { results, savedReports, submit, happened, read };
}

test('a result is kept until its events change, and its numbers open their applications also afterwards', async () => {
  const { results, submit, happened, read } = await open();
  await submit('1');
  const before = await read();
  expect(await read()).toMatchObject({ changed: 1 });
  expect((await read())?.table).toBe(before?.table);
  await submit('2');
  await happened('1', 'StatusChanged', { from: 'NEW', to: 'WITHDRAWN' });
  const after = await vi.waitFor(async () => {
    const newer = await read();
    expect(newer?.changed).toBe(3);
    return newer;
  }, POLL);
  expect(after?.table.total.value).toBe(2);
  expect(await results.members(report, about, { changed: 1, ...all })).toMatchObject({ ids: ['1'] });
  expect(await results.members(report, about, { changed: 3, ...all })).toMatchObject({ ids: ['1', '2'] });
  expect(await results.members(report, about, { changed: 3, in: ['=WITHDRAWN', null] })).toMatchObject({ ids: ['1'] });
  expect(await results.members(report, about, { changed: 2, ...all })).toBeUndefined();
  expect((await results.readWhole(report, about, 1))?.changed).toBe(1);
  expect((await results.readWhole(report, about, 2))?.changed).toBe(3);
});

test('readers of one moment share one computation', async () => {
  const { submit, read } = await open();
  await submit('1');
  const tables = await Promise.all(Array.from({ length: 5 }, async () => (await read())?.table));
  expect(new Set(tables).size).toBe(1);
});

test('an erasure, another time zone and other options forget a result', async () => {
  const { results, savedReports, submit, read } = await open();
  await submit('1');
  const before = await read();
  expect((await read({ timeZone: 'Asia/Manila' }))?.table).not.toBe(before?.table);
  const field = { id: 'answer.heard', label: 'Heard', kind: 'choice', options: [], isAdminOnly: false } as const;
  const fields = [...about.catalogue.fields, { ...field, hasToday: true, isMoney: false }];
  expect((await read({ catalogue: { ...about.catalogue, fields } }))?.table).not.toBe(before?.table);
  savedReports.erasures += 1;
  expect((await read())?.table).not.toBe(before?.table);
  expect(await results.members(report, about, { changed: 1, ...all })).toMatchObject({ ids: ['1'] });
});

test('a question that has become personal shows nothing, also what is kept', async () => {
  const { results, submit, read } = await open();
  await submit('1');
  await read();
  const without = { ...about, catalogue: { ...about.catalogue, fields: [] } };
  expect(await results.read(report, without)).toBeNull();
  expect(await results.members(report, without, { changed: 1, ...all })).toBeNull();
});
