import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPERATOR, specify } from '../../test/support/specification.ts';
import { decideAll } from '../event-sourcing/aggregate.ts';
import type { PaymentAccountEvent } from './events.ts';
import { type PaymentAccountCommand, paymentAccount } from './payment-account.ts';
import { scheduleOf, type Terms } from './schedule.ts';
import { type PaymentAccountState, paidSum, unpaidSum } from './state.ts';

const given = specify(paymentAccount);

const MONTHLY: Terms = {
  paymentModelId: 'monthly',
  currency: 'PHP',
  upfront: 10_000,
  monthly: 2_500,
  months: 2,
  day: 15,
  delay: 0,
};
const AT_ONCE: Terms = { ...MONTHLY, paymentModelId: 'at-once', upfront: 14_000, monthly: 0, months: 0 };
const day = '2026-03-01';
const organizationId = 'org';

const reach = (applicationRevision: number, terms: Terms | null = MONTHLY): PaymentAccountCommand => ({
  type: 'ReachContract',
  data: { organizationId, terms, day, applicationRevision },
});
const choose = (applicationRevision: number, terms: Terms | null, isContractReached = true): PaymentAccountCommand => ({
  type: 'ChangePlan',
  data: { organizationId, terms, day: '2026-04-20', applicationRevision, isContractReached },
});
const lose = (applicationRevision: number): PaymentAccountCommand => ({
  type: 'LoseContract',
  data: { applicationRevision },
});
const pay = (n: number, note: string | null = null): PaymentAccountCommand => ({
  type: 'PayInvoice',
  data: { n, note },
});
const drop = (n: number, note: string | null = null): PaymentAccountCommand => ({
  type: 'VoidInvoice',
  data: { n, note },
});

const invoices = [
  { n: 1, dueDate: '2026-03-01', amount: 10_000 },
  { n: 2, dueDate: '2026-04-15', amount: 2_500 },
  { n: 3, dueDate: '2026-05-15', amount: 2_500 },
];
const opened = (applicationRevision = 3): PaymentAccountEvent => ({
  type: 'PaymentAccountOpened',
  data: { organizationId, paymentModelId: 'monthly', currency: 'PHP', invoices, applicationRevision },
});
const paid = (n: number): PaymentAccountEvent => ({ type: 'InvoicePaid', data: { n }, personal: null });
const voided: PaymentAccountEvent = { type: 'PaymentAccountVoided', data: { applicationRevision: 5 } };
const handedOver: PaymentAccountEvent = { type: 'PaymentAccountHandedOver', data: { toId: 'copy' } };

describe('an account opens', () => {
  test('when the contract is received with a plan', () => given().when(reach(3)).then(opened()));
  test('when a plan is chosen after that', () =>
    given()
      .when(choose(4, AT_ONCE))
      .then({
        type: 'PaymentAccountOpened',
        data: {
          organizationId,
          paymentModelId: 'at-once',
          currency: 'PHP',
          invoices: [{ n: 1, dueDate: '2026-04-20', amount: 14_000 }],
          applicationRevision: 4,
        },
      }));
  test('not without a plan, nor before the contract', () => {
    given().when(reach(3, null)).then();
    given()
      .when(choose(3, MONTHLY, false))
      .then();
  });
  test('not without a plan, and not before the contract', () => {
    given(opened()).when(reach(3)).then();
    given(opened()).when(reach(9)).then();
  });
  test('again after it was void, with new numbers', () =>
    given(opened(), voided)
      .when(reach(8, AT_ONCE))
      .then({
        type: 'PaymentAccountOpened',
        data: {
          organizationId,
          paymentModelId: 'at-once',
          currency: 'PHP',
          invoices: [{ n: 4, dueDate: day, amount: 14_000 }],
          applicationRevision: 8,
        },
      }));
});

describe('another plan', () => {
  const replaced = (paymentModelId: string | null, issued: typeof invoices): PaymentAccountEvent => ({
    type: 'PaymentPlanReplaced',
    data: { paymentModelId, currency: 'PHP', invoices: issued, applicationRevision: 6 },
  });
  test('replaces unpaid invoices, less what was paid', () =>
    given(opened(), paid(1))
      .when(choose(6, AT_ONCE))
      .then(replaced('at-once', [{ n: 4, dueDate: '2026-04-20', amount: 4_000 }])));
  test('that costs less than was paid issues nothing', () =>
    given(opened(), paid(1))
      .when(choose(6, { ...AT_ONCE, upfront: 9_000 }))
      .then(replaced('at-once', [])));
  test('is chosen at most once per event', () => {
    given(opened(7), paid(1)).when(choose(7, AT_ONCE)).then();
    given(opened(7)).when(choose(8, MONTHLY)).then();
  });
  test('may be none: payments stay, and an account without payments becomes void', () => {
    given(opened(), paid(1)).when(choose(6, null)).then(replaced(null, []));
    given(opened()).when(choose(5, null)).then(voided);
  });
  test('does nothing to an account that was transferred', () =>
    given(opened(), handedOver).when(choose(6, AT_ONCE)).then());
});

describe('a contract that falls through', () => {
  test('voids an account without payments', () => given(opened()).when(lose(5)).then(voided));
  test('leaves an account with payments unchanged', () => given(opened(), paid(1)).when(lose(5)).then());
  test('is answered once', () => given(opened(5)).when(lose(5)).then());
  test('does nothing where no account is open', () => {
    given().when(lose(5)).then();
    given(opened(), voided).when(lose(9)).then();
    given(opened(), handedOver).when(lose(9)).then();
  });
});

describe('an invoice', () => {
  test('is paid or void once, with a note', () => {
    given(opened())
      .when(pay(2, 'Cash'), pay(2))
      .then({ type: 'InvoicePaid', data: { n: 2 }, personal: { note: 'Cash' } });
    given(opened())
      .when(drop(2, 'A gift'), drop(2))
      .then({ type: 'InvoiceVoided', data: { n: 2 }, personal: { note: 'A gift' } });
  });
  test('that is paid is not voided, and the other way round', () => {
    given(opened(), paid(1)).when(drop(1)).thenRefused('refused', 'This invoice has been paid.');
    given(opened(), voided).when(pay(1)).thenRefused('refused', 'This invoice is void.');
  });
  test('that does not exist is not found', () => {
    given().when(pay(1)).thenRefused('not-found');
    given(opened()).when(pay(4)).thenRefused('not-found');
  });
  test('of a transferred account is settled in the new batch', () =>
    given(opened(), handedOver).when(pay(1)).thenRefused('refused'));
});

describe('a transfer', () => {
  const account = (...events: PaymentAccountEvent[]) =>
    events.reduce<PaymentAccountState>(
      (state, event) => paymentAccount.evolve(state, { ...event, at: '2026-03-01T09:00:00.000Z', actor: OPERATOR }),
      paymentAccount.initial,
    );

  test('closes the account once', () => {
    given(opened())
      .when({ type: 'HandOver', data: { toId: 'copy' } })
      .then(handedOver);
    given(opened(), handedOver)
      .when({ type: 'HandOver', data: { toId: 'elsewhere' } })
      .then();
    given(opened(), voided)
      .when({ type: 'HandOver', data: { toId: 'copy' } })
      .then();
  });
  test('carries every invoice over unchanged', () => {
    const before = account(opened(), { type: 'InvoicePaid', data: { n: 1 }, personal: { note: 'Cash' } });
    if (before.kind !== 'account') throw new Error('no account');
    const takeOver = { type: 'TakeOver', data: { fromId: 'original', account: before } } as const;
    const decided = decideAll(paymentAccount, [takeOver, takeOver], paymentAccount.initial, {
      at: '2026-03-02T09:00:00.000Z',
      actor: OPERATOR,
      newId: (label) => label,
    });
    if (!decided.ok) throw new Error(decided.rejection.message);
    expect(decided.value.events).toHaveLength(1);
    expect(decided.value.state).toMatchObject({ invoices: before.invoices, fromId: 'original', status: 'open' });
  });
});

test('over any sequence of plans and payments, no cent is lost or owed twice', () => {
  const terms = fc.record({
    paymentModelId: fc.uuid(),
    currency: fc.constant('PHP'),
    upfront: fc.integer({ min: 0, max: 1e9 }),
    monthly: fc.integer({ min: 0, max: 1e9 }),
    months: fc.integer({ min: 0, max: 60 }),
    day: fc.integer({ min: 1, max: 31 }),
    delay: fc.integer({ min: 0, max: 24 }),
  });
  const deed = fc.oneof(
    fc.record({ kind: fc.constant('plan' as const), terms }),
    fc.record({ kind: fc.constant('pay' as const), which: fc.nat() }),
  );
  fc.assert(
    fc.property(terms, fc.array(deed, { maxLength: 12 }), (first, deeds) => {
      const context = { at: '2026-03-02T09:00:00.000Z', actor: OPERATOR, newId: (label: string) => label };
      let state: PaymentAccountState = paymentAccount.initial;
      const carryOut = (command: PaymentAccountCommand) => {
        const decided = decideAll(paymentAccount, [command], state, context);
        if (decided.ok) state = decided.value.state;
      };
      carryOut(reach(1, first));
      let plan = first;
      deeds.forEach((next, index) => {
        const numbers = state.kind === 'account' ? state.invoices.map(({ n }) => n) : [];
        if (next.kind === 'pay') carryOut(pay(numbers[next.which % Math.max(1, numbers.length)] ?? 1));
        else {
          plan = next.terms;
          carryOut(choose(index + 2, plan));
        }
      });
      if (state.kind !== 'account') throw new Error('no account');
      const total = scheduleOf(plan, day).reduce((sum, { amount }) => sum + amount, 0);
      const alreadyPaid = paidSum(state, 'PHP');
      expect(alreadyPaid + unpaidSum(state)).toBe(Math.max(total, alreadyPaid));
      expect(new Set(state.invoices.map(({ n }) => n)).size).toBe(state.invoices.length);
    }),
  );
});
