import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { appliedTo, batchOffering, processOffering } from '../support/payments.ts';
import { createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'plans-school');
});
afterAll(() => server.close());

const create = async (body: object) => {
  const { status, body: model, problem } = await school.staff.Owner.call('createPaymentModel', { body });
  if (status !== 200) throw new Error(problem.message);
  return model;
};
const change = (id: string, body: object) => school.staff.Owner.call('changePaymentModel', { params: { id }, body });

test('a payment model begins with no costs on day 1, and costs what all its payments add up to', async () => {
  expect(await create({ name: ' Free ' })).toMatchObject({
    name: 'Free',
    details: null,
    upfrontCost: 0,
    monthlyCost: 0,
    numberOfMonths: 0,
    monthlyPaymentDay: 1,
    monthlyPaymentDelay: 0,
    currency: 'PHP',
    totalCost: 0,
    version: 0,
    isDeleted: false,
    organizationId: school.organizationId,
  });
  const model = { name: 'Dear', upfrontCost: 0.1, monthlyCost: '0.2', numberOfMonths: '3', currency: 'eur' };
  expect(await create(model)).toMatchObject({ upfrontCost: 0.1, monthlyCost: 0.2, totalCost: 0.7, currency: 'EUR' });
});

test('a price that is no number is refused with a sentence that says so, and nothing is stored', async () => {
  const before = (await school.staff.Owner.call('listPaymentModels')).body;
  for (const field of ['upfrontCost', 'monthlyCost', 'numberOfMonths', 'monthlyPaymentDay', 'monthlyPaymentDelay']) {
    for (const value of ['twelve', '', '1,000', '1e3']) {
      const { status, problem } = await school.staff.Owner.call('createPaymentModel', {
        body: { name: 'Odd', [field]: value },
      });
      expect([status, problem.message], `${field}: ${value}`).toEqual([422, TEXTS.paymentModels.numbersInvalid]);
      expect(problem.errors).toEqual([{ field, message: TEXTS.paymentModels.numbersInvalid }]);
    }
  }
  expect((await school.staff.Owner.call('listPaymentModels')).body).toEqual(before);
});

test('what cannot be paid is refused', async () => {
  for (const [field, value] of [
    ['name', ''],
    ['upfrontCost', -1],
    ['upfrontCost', 10.005],
    ['monthlyCost', 2e9],
    ['numberOfMonths', 2.5],
    ['numberOfMonths', -1],
    ['numberOfMonths', 121],
    ['monthlyPaymentDay', 0],
    ['monthlyPaymentDay', 32],
    ['monthlyPaymentDelay', -1],
    ['currency', 'XYZ'],
  ] as const) {
    const body = { name: 'Odd', [field]: value };
    const { status, problem } = await school.staff.Owner.call('createPaymentModel', { body });
    expect([status, problem.errors?.map((error) => error.field)], `${field}: ${value}`).toEqual([422, [field]]);
  }
  const yen = await create({ name: 'Whole', upfrontCost: 10 });
  expect(await change(yen._id, { currency: 'JPY', upfrontCost: 10.5 })).toMatchObject({ status: 422 });
  expect(await change(yen._id, { currency: 'JPY' })).toMatchObject({ status: 200, body: { totalCost: 10 } });
});

test('a PUT changes what differs: absent is unchanged, null is cleared, or refused where a value is needed', async () => {
  const model = await create({ name: 'Monthly', details: 'By card', upfrontCost: 100 });
  const read = await school.staff.Owner.call('getPaymentModel', { params: { id: model._id } });
  expect(read.body).toEqual(model);
  expect((await change(model._id, { ...model, totalCost: 7, colour: 'red' })).body).toEqual(model);
  expect((await change(model._id, { upfrontCost: '100.00' })).body).toEqual(model);
  expect((await change(model._id, { monthlyCost: 5, details: null })).body).toMatchObject({
    monthlyCost: 5,
    details: null,
    upfrontCost: 100,
    version: 1,
  });
  for (const field of ['name', 'upfrontCost', 'numberOfMonths', 'currency']) {
    expect((await change(model._id, { [field]: null })).status, field).toBe(422);
  }
});

test('two editors of one version both keep what they did; the same field is a conflict that names it', async () => {
  const model = await create({ name: 'Shared', upfrontCost: 100 });
  expect((await change(model._id, { ...model, upfrontCost: 200 })).status).toBe(200);
  expect((await change(model._id, { ...model, name: 'Renamed' })).body).toMatchObject({
    name: 'Renamed',
    upfrontCost: 200,
  });
  const { status, problem } = await change(model._id, { ...model, upfrontCost: '300' });
  expect([status, problem.errors?.[0]?.field]).toEqual([409, 'upfrontCost']);
  expect((await change(model._id, { ...model, upfrontCost: '200.0' })).status).toBe(200);
  expect((await change(model._id, { version: 99, name: 'From the future' })).status).toBe(400);
});

test('a former version is read by its number, also after the model was deleted', async () => {
  const { _id } = await create({ name: 'Versioned', monthlyCost: 100 });
  const params = { id: _id };
  await change(_id, { monthlyCost: 120 });
  await change(_id, { monthlyCost: 140 });
  await school.staff.Owner.call('deletePaymentModel', { params });
  const read = async (version: string) => school.staff.Owner.call('getPaymentModel', { params, query: { version } });
  expect((await read('0')).body).toMatchObject({ monthlyCost: 100, version: 0, isDeleted: false });
  expect((await read('1')).body).toMatchObject({ monthlyCost: 120, version: 1 });
  expect((await read('9')).status).toBe(404);
  expect((await read('-1')).status).toBe(400);
});

test('a repeated request makes one payment model', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { name: 'Only once' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => school.staff.Owner.call('createPaymentModel', { body, headers })),
  );
  expect(new Set(answers.map(({ body: { _id } }) => _id)).size).toBe(1);
  expect(
    (await school.staff.Owner.call('listPaymentModels')).body.filter(({ name }) => name === 'Only once'),
  ).toHaveLength(1);
});

test('Owners write them, Admins read them, Viewers do neither', async () => {
  const { Admin, Viewer } = school.staff;
  const params = { id: school.paymentModelId };
  expect((await Admin.call('listPaymentModels')).body.map(({ name }) => name)).toContain('Monthly');
  for (const call of ['changePaymentModel', 'deletePaymentModel'] as const) {
    expect((await Admin.call(call, { params, body: {} } as never)).status).toBe(403);
  }
  expect((await Admin.call('createPaymentModel', { body: { name: 'x' } })).status).toBe(403);
  expect((await Viewer.call('listPaymentModels')).status).toBe(403);
  expect((await Viewer.call('getPaymentModel', { params })).status).toBe(403);
});

test('applicants see those that a visible step offers them, and the one that they chose, even when it is gone', async () => {
  const { Owner } = school.staff;
  const [offered, other] = [await create({ name: 'Offered' }), await create({ name: 'For others' })];
  const batchId = await batchOffering(school, offered._id);
  const client = server.client({ organizationId: school.organizationId });
  const { applicationId } = await appliedTo(batchId, client, freshEmail());
  expect((await client.call('listPaymentModels')).body).toEqual([offered]);
  expect((await client.call('getPaymentModel', { params: { id: other._id } })).status).toBe(404);
  const choose = (selectedPaymentModelId: string) =>
    client.call('changeApplication', { params: { id: applicationId }, body: { selectedPaymentModelId } });
  expect((await choose(other._id)).problem.message).toBe(TEXTS.applications.planNotOffered);
  expect((await choose(offered._id)).status).toBe(200);

  const { body: batch } = await Owner.call('getBatch', { params: { id: batchId } });
  const [processId, json] = [batch.processId ?? '', JSON.stringify(processOffering())];
  await Owner.call('changeProcess', { params: { id: processId }, body: { json } });
  expect((await Owner.call('deletePaymentModel', { params: { id: offered._id } })).status).toBe(200);
  expect((await client.call('listPaymentModels')).body).toMatchObject([{ _id: offered._id, isDeleted: true }]);
  expect((await Owner.call('listPaymentModels')).body.map(({ _id }) => _id)).not.toContain(offered._id);
  for (const person of [client, Owner]) {
    const { body } = await person.call('getPaymentModel', { params: { id: offered._id } });
    expect(body).toMatchObject({ name: 'Offered', isDeleted: true });
  }
});

test('one that a process lists is not deleted, and the refusal names the processes', async () => {
  const model = await create({ name: 'In use' });
  await batchOffering(school, model._id);
  const { status, problem } = await school.staff.Owner.call('deletePaymentModel', { params: { id: model._id } });
  expect([status, problem.message]).toEqual([422, TEXTS.paymentModels.inUse(['Offers 1 plans'])]);
});

test('a deleted one cannot be changed', async () => {
  const model = await create({ name: 'Short-lived' });
  const gone = await school.staff.Owner.call('deletePaymentModel', { params: { id: model._id } });
  expect([gone.status, gone.body]).toEqual([200, { message: TEXTS.paymentModels.deleted }]);
  expect((await change(model._id, { name: 'Back' })).status).toBe(404);
  expect((await school.staff.Owner.call('deletePaymentModel', { params: { id: model._id } })).status).toBe(404);
  const then = { params: { id: model._id }, query: { asOf: model.createdAt } };
  expect((await school.staff.Owner.call('getPaymentModel', then)).body).toEqual(model);
});

test('another organization’s are absent', async () => {
  const other = await createSchool(server, 'other-plans');
  const params = { id: other.paymentModelId };
  for (const call of ['getPaymentModel', 'deletePaymentModel'] as const) {
    expect((await school.staff.Owner.call(call, { params })).status, call).toBe(404);
  }
  expect((await change(other.paymentModelId, { name: 'Mine' })).status).toBe(404);
  const body = { name: 'Theirs', organizationId: other.organizationId };
  expect((await school.staff.Owner.call('createPaymentModel', { body })).status).toBe(404);
  const moved = await change(school.paymentModelId, { organizationId: other.organizationId });
  expect(moved.body).toMatchObject({ organizationId: school.organizationId, version: 0 });
  const mine = await school.staff.Owner.call('listPaymentModels');
  expect(mine.body.map(({ _id }) => _id)).not.toContain(other.paymentModelId);
});
