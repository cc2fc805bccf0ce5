import { expect, test } from 'vitest';
import { given, type Happening } from '../test/support/recorded.ts';
import { paymentAccounts } from './payment-accounts.ts';
import { paymentModels } from './payment-models.ts';

const happened = (stream: string, type: string, data: object, personal?: object | null): Happening => [
  stream,
  personal === undefined ? { type, data } : { type, data, personal },
];
const model = (type: string, data: object) => happened('paymentModel-1', type, data);
const account = (type: string, data: object, personal?: object | null) =>
  happened('paymentAccount-1', type, data, personal);

const details = {
  name: 'Monthly',
  details: null,
  upfrontCost: 100,
  monthlyCost: 10.5,
  numberOfMonths: 6,
  monthlyPaymentDay: 1,
  monthlyPaymentDelay: 0,
  currency: 'PHP',
};

test('a payment model follows its changes, and stays readable when it is deleted', () => {
  const { document } = given(
    paymentModels,
    model('PaymentModelCreated', { organizationId: 'org', details }),
    model('PaymentModelChanged', { changes: { name: 'Six months', monthlyCost: 11 } }),
    model('PaymentModelDeleted', {}),
  );
  expect(document('1')).toMatchObject({
    ...details,
    name: 'Six months',
    monthlyCost: 11,
    version: 2,
    organizationId: 'org',
    isDeleted: true,
  });
});

const invoices = [
  { n: 1, dueDate: '2026-03-01', amount: 10_000 },
  { n: 2, dueDate: '2026-04-01', amount: 1_050 },
];
const opened = account('PaymentAccountOpened', {
  organizationId: 'org',
  paymentModelId: '1',
  currency: 'PHP',
  invoices,
  applicationRevision: 4,
});

test('a payment account has its invoices, and no notes once the person is erased', () => {
  const paid = account('InvoicePaid', { n: 1 }, { note: 'From Aunt Philippa' });
  const before = given(paymentAccounts, opened, paid);
  expect(before.document('1')).toMatchObject({
    version: 1,
    status: 'open',
    organizationId: 'org',
    invoices: [
      { n: 1, status: 'paid', note: 'From Aunt Philippa' },
      { n: 2, status: 'unpaid', note: null },
    ],
  });
  const after = given(paymentAccounts, opened, paid, happened('application-1', 'PersonalDataErased', {}));
  expect(after.document('1')).toMatchObject({ version: 1, invoices: [{ status: 'paid', note: null }, { n: 2 }] });
  const other = given(paymentAccounts, opened, paid, happened('user-1', 'PersonalDataErased', {}));
  expect(other.document('1')).toEqual(before.document('1'));
});

test('sealed data of an erased person folds without errors', () => {
  const { document } = given(
    paymentAccounts,
    account(
      'PaymentAccountTakenOver',
      {
        organizationId: 'org',
        fromId: '0',
        paymentModelId: null,
        currency: 'PHP',
        invoices: invoices.map((invoice) => ({ ...invoice, currency: 'PHP', status: 'unpaid', settledAt: null })),
      },
      null,
    ),
    account('InvoiceVoided', { n: 2 }, null),
  );
  expect(document('1')).toMatchObject({
    fromId: '0',
    invoices: [{ note: null }, { status: 'void', note: null }],
  });
});
