import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import { organization } from '../../domain/organization/organization.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { unpaidSum } from '../../domain/payment-account/state.ts';
import { PROCESS_CONFIG } from '../../domain/process/config.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { submitApplication } from '../application/submit-application.ts';
import { completeTransfer } from '../application/transfer-application.ts';
import { createDocument } from '../documents/create-document.ts';
import { handle, load } from '../handling/handle.ts';
import type { OutboxEntry } from '../outbox/outbox.ts';
import { PAYMENT_MODELS } from '../payment-model/payment-model-kind.ts';
import { createFollowApplicationReaction } from '../reactions/follow-application-reaction.ts';
import { followApplication } from './follow-application.ts';
import { settleInvoice } from './settle-invoice.ts';

const CONFIG = PROCESS_CONFIG.parse({
  label: 'With plans',
  applicationForm: { fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
  applicationDetailsSteps: [{ _id: 'plan', title: 'Plan', availablePaymentModels: ['monthly'] }],
});
const ADA = person('ada');
const MIA = person('mia', 'Admin');

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
  const owner = { type: 'CreateOrganization', data: { name: 'Org', slug: 'org', timeZone: 'Asia/Manila' } } as const;
  await must(handle(environment, organization, 'org', [owner], contextBy(SYSTEM)));
  const details = { name: 'Monthly', upfrontCost: 1000, monthlyCost: 100.1, numberOfMonths: 2 };
  const model = { organizationId: 'org', details, id: 'monthly' };
  await must(createDocument(environment, PAYMENT_MODELS, model, contextBy(SYSTEM)));
});
afterAll(() => environment[Symbol.asyncDispose]());

let applicants = 0;
async function apply() {
  const batchId = await environment.createBatch({ config: CONFIG });
  const email = `ada${++applicants}@example.com`;
  const applied = { payload: { batchId, email }, account: { email, isProven: false } };
  const { id } = await must(submitApplication(environment, applied, contextBy(ADA)));
  await halfDone(id, { type: 'ChoosePaymentPlan', data: { paymentModelId: 'monthly' } });
  return id;
}
const halfDone = (id: string, ...commands: ApplicationCommand[]) =>
  must(handle(environment, application, id, commands, contextBy(MIA)));
const status = (to: 'CONTRACT RECEIVED' | 'CANCELLED' | 'COMPLETE'): ApplicationCommand => ({
  type: 'ChangeStatus',
  data: { to },
});
const follow = (id: string) => followApplication(environment, id, contextBy(SYSTEM));
const accountOf = async (id: string) => {
  const { state } = await load(environment, paymentAccount, id);
  return state.kind === 'account' ? { ...state, unpaid: unpaidSum(state) } : undefined;
};

test('the reaction completes what a crash left undone, once, as of the day of the change', async () => {
  const id = await apply();
  const { appended } = await halfDone(id, status('CONTRACT RECEIVED'));
  const [event] = appended;
  if (!event) throw new Error('no event');
  const reaction = createFollowApplicationReaction(environment);
  expect(await reaction.deliveriesFor(event, 0)).toHaveLength(1);
  const entry = { _id: 'entry', stream: event.stream, eventId: event.id, reaction: reaction.name } as OutboxEntry;
  await Promise.all([1, 2, 3, 4].map(() => reaction.carryOut(entry, AbortSignal.any([]))));
  await reaction.carryOut(entry, AbortSignal.any([]));
  const account = await accountOf(id);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' }).format(new Date(event.at));
  expect(account).toMatchObject({ unpaid: 120_020, invoices: [{ n: 1, dueDate: day }, { n: 2 }, { n: 3 }] });
});

test('the reaction answers events that open, void or change an account, and no others', async () => {
  const { deliveriesFor } = createFollowApplicationReaction(environment);
  const answers = async (event: object) => (await deliveriesFor(event as never, 0)).length > 0;
  const moved = (from: string, to: string) => answers({ type: 'StatusChanged', data: { from, to } });
  expect(await moved('NEW', 'COMPLETE')).toBe(true);
  expect(await moved('COMPLETE', 'CANCELLED')).toBe(true);
  expect(await moved('NEW', 'CONTRACT SENT')).toBe(false);
  expect(await moved('CONTRACT RECEIVED', 'COMPLETE')).toBe(false);
  expect(await answers({ type: 'PaymentPlanChosen', data: { paymentModelId: 'x' } })).toBe(true);
  expect(await answers({ type: 'DetailsSaved', data: { fields: [] } })).toBe(false);
});

test('several missed changes are followed in order', async () => {
  const id = await apply();
  await halfDone(id, status('CONTRACT RECEIVED'));
  await halfDone(id, status('CANCELLED'));
  await follow(id);
  expect(await accountOf(id)).toMatchObject({ status: 'void', unpaid: 0 });
  await halfDone(id, status('COMPLETE'));
  await Promise.all([follow(id), follow(id), follow(id)]);
  expect(await accountOf(id)).toMatchObject({ status: 'open', unpaid: 120_020, invoices: { length: 6 } });
});

describe('an interrupted transfer', () => {
  async function transfer(id: string) {
    const toBatchId = await environment.createBatch({ config: CONFIG });
    const copyId = environment.identity.applicationId(toBatchId, `ada${applicants}@example.com`, 0);
    const command = {
      type: 'Transfer',
      data: { toBatchId, toBatchName: 'Next', copyId, commentId: `comment-${copyId}` },
    } as const;
    const { appended } = await halfDone(id, command);
    const [event] = appended;
    if (event?.type !== 'ApplicationTransferred') throw new Error('not transferred');
    return { copyId, complete: () => completeTransfer(environment, event, contextBy(SYSTEM)) };
  }

  test('transfers the account when it is completed, also one that was not opened yet', async () => {
    const id = await apply();
    await halfDone(id, status('CONTRACT RECEIVED'));
    const { copyId, complete } = await transfer(id);
    await Promise.all([complete(), complete()]);
    await complete();
    await Promise.all([follow(id), follow(copyId)]);
    expect(await accountOf(id)).toMatchObject({ status: 'transferred', toId: copyId });
    expect(await accountOf(copyId)).toMatchObject({ status: 'open', unpaid: 120_020, fromId: id });
  });

  test('transfers it again in a second transfer', async () => {
    const id = await apply();
    await halfDone(id, status('CONTRACT RECEIVED'));
    await follow(id);
    await must(settleInvoice(environment, { accountId: id, n: 1, as: 'PayInvoice', note: 'Cash' }, contextBy(MIA)));
    const first = await transfer(id);
    await first.complete();
    const second = await transfer(first.copyId);
    await second.complete();
    expect(await accountOf(first.copyId)).toMatchObject({ status: 'transferred' });
    expect(await accountOf(second.copyId)).toMatchObject({
      status: 'open',
      unpaid: 20_020,
      invoices: [{ status: 'paid', note: 'Cash' }, { status: 'unpaid' }, { status: 'unpaid' }],
    });
  });

  test('leaves an account that a returned original opens', async () => {
    const id = await apply();
    const { copyId, complete } = await transfer(id);
    await complete();
    await halfDone(id, status('COMPLETE'));
    await follow(id);
    await halfDone(copyId, status('COMPLETE'));
    await follow(copyId);
    expect(await accountOf(id)).toMatchObject({ status: 'open', toId: null });
    expect(await accountOf(copyId)).toMatchObject({ status: 'open', fromId: null, unpaid: 120_020 });
  });
});

test('an erased person gets no new notes, but invoices can still be settled', async () => {
  const id = await apply();
  await halfDone(id, status('CONTRACT RECEIVED'));
  await follow(id);
  await must(handle(environment, application, id, [{ type: 'ErasePersonalData', data: {} }], contextBy(SYSTEM)));
  const pay = (note?: string) =>
    settleInvoice(environment, { accountId: id, n: 1, as: 'PayInvoice', note }, contextBy(MIA));
  expect(await pay('Ada paid')).toMatchObject({ ok: false, rejection: { code: 'refused' } });
  expect(await pay(' ')).toMatchObject({ ok: true });
});
