import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { dayIn, dayOfLaterMonth } from '../../domain/values/days.ts';
import type { Client } from '../support/client.ts';
import { appliedTo, batchOffering, receiveContract } from '../support/payments.ts';
import { createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
let monthly: string;
let atOnce: string;
let dollars: string;
let batchId: string;

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'paying-school');
  other = await createSchool(server, 'other-paying-school');
  const create = async (body: object) =>
    (await school.staff.Owner.call('createPaymentModel', { body: { name: 'Plan', ...body } })).body._id;
  monthly = await create({
    upfrontCost: 1000.1,
    monthlyCost: 333.33,
    numberOfMonths: 3,
    monthlyPaymentDay: 31,
    monthlyPaymentDelay: 1,
  });
  atOnce = await create({ upfrontCost: 1800 });
  dollars = await create({ upfrontCost: 50, currency: 'USD' });
  batchId = await batchOffering(school, monthly, atOnce, dollars);
});
afterAll(() => server.close());

const applicant = () => appliedTo(batchId, server.client({ organizationId: school.organizationId }), freshEmail());
const put = (id: string, body: object, by: Client = school.staff.Admin) =>
  by.call('changeApplication', { params: { id }, body });
const accountOf = async (applicationId: string, by: Client = school.staff.Admin) =>
  (await by.call('listPaymentAccounts', { query: { applicationId } })).body[0];
const settleInvoice = (call: 'payInvoice' | 'voidInvoice', id: string, n: number, note?: string) =>
  school.staff.Admin.call(call, { params: { id, n: String(n) }, body: note === undefined ? {} : { note } });
const sums = (invoices: readonly { n: number; dueAmount: number; status: string }[] = []) =>
  invoices.map(({ n, dueAmount, status }) => [n, dueAmount, status]);

describe('the list for accounting', () => {
  test('has each account once, with program, plan, invoices, paid and balance, for Owners and Admins', async () => {
    const { Owner, Admin, Viewer } = school.staff;
    const { client, applicationId, email } = await applicant();
    await put(applicationId, { selectedPaymentModelId: monthly }, client);
    await put(applicationId, { status: 'CONTRACT RECEIVED' });
    await settleInvoice('payInvoice', applicationId, 1);
    const target = await batchOffering(school, monthly);
    const { body: original } = await put(applicationId, { status: 'TRANSFERRED', transferBatchId: target });
    const copyId = original.transferredTo as string;

    const { body } = await Admin.call('listBookedAccounts');
    const theirs = body.filter((account) => account.email === email);
    const { name: batchName } = (await Owner.call('getBatch', { params: { id: target } })).body;
    expect(theirs).toMatchObject([
      {
        applicationId: copyId,
        batchId: target,
        batchName,
        paymentModelName: 'Plan',
        status: 'open',
        totalPaid: 1000.1,
        totalBalance: 999.99,
      },
    ]);
    expect(theirs[0]?.name).toBeTruthy();
    expect(sums(theirs[0]?.invoices).map(([, , status]) => status)).toEqual(['paid', 'unpaid', 'unpaid', 'unpaid']);
    expect((await other.staff.Owner.call('listBookedAccounts')).body).toEqual([]);
    expect((await Viewer.call('listBookedAccounts')).status).toBe(403);

    const list = { list: 'payments', filters: { rows: 4 } } as const;
    expect((await Admin.call('recordExport', { body: list })).status).toBe(200);
    expect((await Viewer.call('recordExport', { body: list })).status).toBe(403);
  });
});

describe('an account', () => {
  test('opens when a plan is chosen and the contract is received: upfront that day, then month by month', async () => {
    const { client, applicationId } = await applicant();
    expect((await put(applicationId, { selectedPaymentModelId: monthly }, client)).status).toBe(200);
    expect(await accountOf(applicationId)).toBeUndefined();
    expect((await put(applicationId, { status: 'CONTRACT RECEIVED' })).status).toBe(200);

    const account = await accountOf(applicationId);
    const today = dayIn('Asia/Manila', account?.openedAt ?? '');
    const due = [today, ...[2, 3, 4].map((months) => dayOfLaterMonth(today, months, 31))];
    expect(account).toMatchObject({
      _id: applicationId,
      applicationId,
      batchId,
      status: 'open',
      paymentModelId: monthly,
      paymentModelName: 'Plan',
      currency: 'PHP',
      totalBalance: 2000.09,
      totalPaid: 0,
      invoices: [1000.1, 333.33, 333.33, 333.33].map((dueAmount, index) => ({
        n: index + 1,
        dueDate: due[index],
        dueAmount,
        currency: 'PHP',
        status: 'unpaid',
        isComplete: false,
        isOverdue: false,
        note: null,
      })),
    });
    const mine = await client.call('myPaymentAccounts');
    expect(mine.body).toMatchObject([{ _id: applicationId, totalBalance: 2000.09 }]);
    expect(mine.body[0]?.invoices[0]).not.toHaveProperty('note');
    // The host names neither of its schools, and a visitor with a fresh browser has chosen none.
    const [anywhere, elsewhere] = [server.client(), server.client({ organizationId: other.organizationId })];
    for (const one of [anywhere, elsewhere]) for (const cookie of client.cookies) one.cookies.set(...cookie);
    expect((await anywhere.call('organizationForCurrentDomain')).body).toBeNull();
    expect((await anywhere.call('myPaymentAccounts')).body).toMatchObject([{ _id: applicationId }]);
    expect((await elsewhere.call('myPaymentAccounts')).body).toEqual([]);
  });

  test('has overdue payments once their day is over where the organization is, wherever it is read', async () => {
    const inZone = (timeZone: string) =>
      school.staff.Owner.call('changeOrganization', { params: { id: school.organizationId }, body: { timeZone } });
    const { client, applicationId } = await applicant();
    try {
      // This zone's day ends 25 hours after the other's.
      await inZone('Pacific/Pago_Pago');
      await receiveContract(school, applicationId, atOnce);
      expect((await client.call('myPaymentAccounts')).body[0]?.invoices).toMatchObject([{ isOverdue: false }]);
      await inZone('Pacific/Kiritimati');
      expect((await client.call('myPaymentAccounts')).body[0]?.invoices).toMatchObject([{ isOverdue: true }]);
    } finally {
      await inZone('Asia/Manila');
    }
  });

  test('opens as well when the plan comes after the contract, and once only', async () => {
    const { client, applicationId } = await applicant();
    await put(applicationId, { status: 'FINANCE PENDING' });
    expect(await accountOf(applicationId)).toBeUndefined();
    expect((await put(applicationId, { selectedPaymentModelId: atOnce }, client)).status).toBe(200);
    expect(await accountOf(applicationId)).toMatchObject({ totalBalance: 1800 });
    for (const status of ['COMPLETE', 'CONTRACT RECEIVED', 'FINANCE PENDING']) await put(applicationId, { status });
    expect(await accountOf(applicationId)).toMatchObject({ totalBalance: 1800, invoices: [{ n: 1 }] });
  });

  test('keeps the terms that it was opened with when the model changes', async () => {
    const { Owner } = school.staff;
    const { body: model } = await Owner.call('createPaymentModel', { body: { name: 'Early bird', upfrontCost: 10 } });
    const batch = await batchOffering(school, model._id);
    const person = await appliedTo(batch, server.client({ organizationId: school.organizationId }), freshEmail());
    await receiveContract(school, person.applicationId, model._id);
    await Owner.call('changePaymentModel', { params: { id: model._id }, body: { upfrontCost: 20, name: 'Late' } });
    expect(await accountOf(person.applicationId)).toMatchObject({ totalBalance: 10, paymentModelName: 'Late' });
  });

  test('without payments is void when the contract falls through, and begins anew with the next one', async () => {
    const { client, applicationId } = await applicant();
    await receiveContract(school, applicationId, atOnce);
    await put(applicationId, { status: 'CONTRACT DECLINED' });
    expect(await accountOf(applicationId)).toMatchObject({ status: 'void', totalBalance: 0 });
    expect((await client.call('myPaymentAccounts')).body).toEqual([]);
    await put(applicationId, { status: 'COMPLETE' });
    const again = await accountOf(applicationId);
    expect(again).toMatchObject({ status: 'open', totalBalance: 1800 });
    expect(sums(again?.invoices)).toEqual([
      [1, 1800, 'void'],
      [2, 1800, 'unpaid'],
    ]);
    expect((await client.call('myPaymentAccounts')).body).toMatchObject([{ invoices: [{ n: 2 }] }]);
  });

  test('with payments stays when the contract falls through', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await settleInvoice('payInvoice', applicationId, 1);
    await put(applicationId, { status: 'WITHDRAWN' });
    expect(await accountOf(applicationId)).toMatchObject({ status: 'open', totalBalance: 999.99, totalPaid: 1000.1 });
  });
});

describe('invoices', () => {
  test('are marked paid or void with a note that only staff see; repeating changes nothing', async () => {
    const { client, applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    const paid = await settleInvoice('payInvoice', applicationId, 1, ' Bank transfer 4711 ');
    expect(paid.body.invoices[0]).toMatchObject({ status: 'paid', isComplete: true, note: 'Bank transfer 4711' });
    const again = await settleInvoice('payInvoice', applicationId, 1, 'Another note');
    expect([again.status, again.body]).toEqual([200, paid.body]);
    const voided = await settleInvoice('voidInvoice', applicationId, 4, 'A gift');
    expect(voided.body).toMatchObject({ totalBalance: 666.66, totalPaid: 1000.1 });
    const [mine] = (await client.call('myPaymentAccounts')).body;
    expect(sums(mine?.invoices)).toEqual([
      [1, 1000.1, 'paid'],
      [2, 333.33, 'unpaid'],
      [3, 333.33, 'unpaid'],
    ]);
    expect(JSON.stringify(mine)).not.toContain('4711');
  });

  test('are marked without a note as well, with an empty body or with none', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    const pay = (n: string, given: object) =>
      school.staff.Admin.call('payInvoice', { params: { id: applicationId, n }, ...given });
    expect((await pay('1', {})).body.invoices[0]).toMatchObject({ status: 'paid', note: null });
    expect((await pay('2', { body: { note: null } })).body.totalPaid).toBe(1333.43);
    for (const n of ['0', '-1', 'one', '1.5', '99999999']) expect((await pay(n, { body: {} })).status, n).toBe(404);
    expect((await pay('3', { body: { note: 7 } })).status).toBe(400);
  });

  test('are marked once, however many requests come at the same time', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    const asked = await Promise.all(
      [1, 2, 3, 4].flatMap((n) => [1, 2, 3].map(() => settleInvoice('payInvoice', applicationId, n, 'Cash'))),
    );
    expect(asked.map(({ status }) => status)).toEqual(Array(12).fill(200));
    asked.forEach(({ body }, index) => {
      expect(body.invoices[Math.floor(index / 3)], `call ${index}`).toMatchObject({ status: 'paid' });
    });
    expect(await accountOf(applicationId)).toMatchObject({ totalBalance: 0, totalPaid: 2000.09, version: 4 });
  });

  test('that are settled otherwise, or not there, are refused', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await settleInvoice('payInvoice', applicationId, 1);
    await settleInvoice('voidInvoice', applicationId, 2);
    const refused = await settleInvoice('voidInvoice', applicationId, 1);
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.payments.invoicePaid]);
    expect((await settleInvoice('payInvoice', applicationId, 2)).problem.message).toBe(TEXTS.payments.invoiceVoid);
    expect((await settleInvoice('payInvoice', applicationId, 77)).status).toBe(404);
    expect((await settleInvoice('payInvoice', crypto.randomUUID(), 1)).status).toBe(404);
  });

  test('are for Owners and Admins to mark, and for them and their applicant to read', async () => {
    const { client, applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    const params = { id: applicationId, n: '1' };
    const stranger = (await applicant()).client;
    const read = async (by: Client) => (await by.call('listPaymentAccounts', { query: { applicationId } })).status;
    const pay = async (by: Client) => (await by.call('payInvoice', { params, body: {} })).status;
    const visitor = server.client({ organizationId: school.organizationId });
    const { Viewer } = school.staff;
    expect([await read(client), await read(Viewer), await read(stranger), await read(visitor)]).toEqual([
      200, 403, 404, 401,
    ]);
    expect([await pay(client), await pay(Viewer), await pay(stranger), await pay(visitor)]).toEqual([
      403, 403, 404, 401,
    ]);
    expect((await visitor.call('myPaymentAccounts')).status).toBe(401);
    expect((await stranger.call('myPaymentAccounts')).body).toEqual([]);
  });
});

test('staff read in the history of the application what became of its account, in order', async () => {
  const { applicationId } = await applicant();
  await receiveContract(school, applicationId, monthly);
  await settleInvoice('payInvoice', applicationId, 2, 'Cash');
  const { body } = await school.staff.Admin.call('getApplicationHistory', { params: { id: applicationId } });
  const history = body.filter(({ type }) => !type.startsWith('Email'));
  const [opened, paid] = history.slice(-2);
  expect(history.map(({ type }) => type).slice(-4)).toEqual([
    'PaymentPlanChosen',
    'StatusChanged',
    'PaymentAccountOpened',
    'InvoicePaid',
  ]);
  expect(opened?.changes.slice(0, 3)).toEqual([
    { field: 'paymentAccount', before: null, after: 'open' },
    { field: 'paymentModelId', before: null, after: monthly },
    { field: 'totalBalance', before: null, after: '2000.09 PHP' },
  ]);
  expect(opened?.changes).toHaveLength(7);
  expect(paid).toMatchObject({
    actor: { kind: 'user', email: 'admin@paying-school.example' },
    changes: [
      { field: 'totalBalance', before: '2000.09 PHP', after: '1666.76 PHP' },
      { field: 'invoices', before: { n: 2, status: 'unpaid' }, after: { status: 'paid', note: 'Cash' } },
    ],
  });
});

describe('another plan', () => {
  test('is for staff to choose once the account is open, whatever the status is then', async () => {
    const { client, applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await settleInvoice('payInvoice', applicationId, 1);
    for (const status of ['COMPLETE', 'INTERVIEW PENDING']) {
      await put(applicationId, { status });
      const { status: answered, problem } = await put(applicationId, { selectedPaymentModelId: atOnce }, client);
      expect([answered, problem.message]).toEqual([422, TEXTS.applications.planIsFixed]);
    }
    expect((await put(applicationId, { selectedPaymentModelId: atOnce })).status).toBe(200);
  });

  test('voids what is unpaid and asks for the rest, as the preview said without changing anything', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await settleInvoice('payInvoice', applicationId, 2);
    const before = await accountOf(applicationId);
    const preview = await school.staff.Admin.call('previewPlanChange', {
      params: { id: applicationId },
      query: { paymentModelId: atOnce },
    });
    expect(preview.body).toMatchObject({
      currency: 'PHP',
      credit: 333.33,
      totalBalanceBefore: 1666.76,
      totalBalanceAfter: 1466.67,
      voided: [{ n: 1 }, { n: 3 }, { n: 4 }],
      issued: [{ n: 5, dueAmount: 1466.67 }],
    });
    expect(await accountOf(applicationId)).toEqual(before);
    await put(applicationId, { selectedPaymentModelId: atOnce });
    const after = await accountOf(applicationId);
    expect(after).toMatchObject({ paymentModelId: atOnce, totalBalance: 1466.67, totalPaid: 333.33 });
    expect(after?.invoices.find(({ n }) => n === 5)).toMatchObject(preview.body.issued[0] ?? {});
    expect(after?.invoices.filter(({ status }) => status === 'void').map(({ n }) => n)).toEqual([1, 3, 4]);
  });

  test('can be looked at before there is an account, and no plan at all as well', async () => {
    const { applicationId } = await applicant();
    const preview = (paymentModelId?: string) =>
      school.staff.Owner.call('previewPlanChange', {
        params: { id: applicationId },
        query: paymentModelId === undefined ? {} : { paymentModelId },
      });
    expect((await preview(monthly)).body).toMatchObject({
      voided: [],
      totalBalanceBefore: 0,
      totalBalanceAfter: 2000.09,
    });
    expect((await preview()).body).toMatchObject({ voided: [], issued: [], totalBalanceAfter: 0 });
    expect((await preview('nowhere')).status).toBe(422);
    await receiveContract(school, applicationId, monthly);
    const same = { voided: [], issued: [], totalBalanceBefore: 2000.09, totalBalanceAfter: 2000.09 };
    expect((await preview(monthly)).body).toMatchObject(same);
    expect((await preview()).body).toMatchObject({ voided: [{}, {}, {}, {}], issued: [], totalBalanceAfter: 0 });
  });

  test('in another currency is refused once something has been paid, and fine before', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await put(applicationId, { selectedPaymentModelId: dollars });
    expect(await accountOf(applicationId)).toMatchObject({ currency: 'USD', totalBalance: 50 });
    await put(applicationId, { selectedPaymentModelId: monthly });
    await settleInvoice('payInvoice', applicationId, 6);
    const { status, problem } = await put(applicationId, { selectedPaymentModelId: dollars });
    expect([status, problem.message]).toEqual([422, TEXTS.payments.otherCurrency('PHP')]);
  });

  test('may be none', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await settleInvoice('payInvoice', applicationId, 1);
    expect((await put(applicationId, { selectedPaymentModelId: null })).status).toBe(200);
    expect(await accountOf(applicationId)).toMatchObject({ status: 'open', paymentModelId: null, totalBalance: 0 });
  });
});

describe('a person', () => {
  test('is shown what they owe, less the notes; erased, their notes are gone and the account stays', async () => {
    const { client, applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await settleInvoice('payInvoice', applicationId, 1, 'Handed over by Aunt Philippa');
    const { body: held } = await client.call('exportMe');
    expect(held.applications).toMatchObject([{ paymentAccount: { _id: applicationId, totalPaid: 1000.1 } }]);
    expect(JSON.stringify(held)).not.toContain('Philippa');
    const { Owner } = school.staff;
    expect((await Owner.call('erasePerson', { body: { applicationId } })).status).toBe(200);
    const account = await accountOf(applicationId);
    expect(account).toMatchObject({ totalPaid: 1000.1, invoices: [{ status: 'paid', note: null }, {}, {}, {}] });
    const noted = await settleInvoice('payInvoice', applicationId, 2, 'Philippa again');
    expect([noted.status, noted.problem.message]).toEqual([422, TEXTS.applications.erased]);
    expect((await settleInvoice('payInvoice', applicationId, 2)).status).toBe(200);
  });
});

describe('a transfer', () => {
  test('takes the open account along, paid invoices and notes with it, and closes it where it was', async () => {
    const { client, applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    await settleInvoice('payInvoice', applicationId, 1, 'Cash');
    const before = await accountOf(applicationId);
    const transferBatchId = await batchOffering(school, monthly);
    const { body: original } = await put(applicationId, { status: 'TRANSFERRED', transferBatchId });
    const copyId = original.transferredTo ?? '';
    const { invoices, totalBalance, totalPaid } = before ?? {};
    expect(await accountOf(copyId)).toMatchObject({
      status: 'open',
      invoices,
      totalBalance,
      totalPaid,
      batchId: transferBatchId,
    });
    expect(await accountOf(applicationId)).toMatchObject({ status: 'transferred' });
    expect((await client.call('myPaymentAccounts')).body).toMatchObject([{ _id: copyId }]);
    expect((await settleInvoice('payInvoice', applicationId, 2)).problem.message).toBe(TEXTS.payments.accountMoved);
    expect((await settleInvoice('payInvoice', copyId, 2)).body).toMatchObject({ totalPaid: 1333.43 });
  });

  test('keeps the account though the plan is not on offer there, until staff choose another', async () => {
    const { applicationId } = await applicant();
    await receiveContract(school, applicationId, monthly);
    const transferBatchId = await batchOffering(school, atOnce);
    const { body: original } = await put(applicationId, { status: 'TRANSFERRED', transferBatchId });
    const copyId = original.transferredTo ?? '';
    expect(await accountOf(copyId)).toMatchObject({ paymentModelId: monthly, totalBalance: 2000.09 });
    await put(copyId, { selectedPaymentModelId: atOnce });
    expect(await accountOf(copyId)).toMatchObject({ paymentModelId: atOnce, totalBalance: 1800 });
  });
});
