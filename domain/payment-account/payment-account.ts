import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, type Result, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import type { InvoiceStatus, IssuedInvoice, PaymentAccountEvent } from './events.ts';
import { planChange, wouldChange } from './plan-change.ts';
import type { Terms } from './schedule.ts';
import { hasPayments, type Invoice, NOTHING, type PaymentAccount, type PaymentAccountState } from './state.ts';

type Command<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

interface Answers {
  readonly applicationRevision: number;
}
interface WithPlan extends Answers {
  readonly organizationId: string;
  readonly terms: Terms | null;
  readonly day: string;
}

export type PaymentAccountCommand =
  | Command<'ReachContract', WithPlan>
  | Command<'ChangePlan', WithPlan & { isContractReached: boolean }>
  | Command<'LoseContract', Answers>
  | Command<'PayInvoice', { n: number; note: string | null }>
  | Command<'VoidInvoice', { n: number; note: string | null }>
  | Command<'HandOver', { toId: string }>
  | Command<'TakeOver', { fromId: string; account: PaymentAccount }>;

type Decision = Result<readonly PaymentAccountEvent[]>;
const nothing: Decision = accept([]);

export const paymentAccount = aggregate<PaymentAccountState, PaymentAccountEvent, PaymentAccountCommand>({
  category: 'paymentAccount',
  initial: NOTHING,
  evolve: {
    PaymentAccountOpened: (state, { data: { invoices, ...data }, at }) => ({
      ...BLANK,
      ...(state.kind === 'account' ? state : {}),
      ...data,
      status: 'open',
      openedAt: at,
      invoices: [...(state.kind === 'account' ? state.invoices : []), ...unpaid(invoices, data.currency)],
    }),
    PaymentPlanReplaced: (state, { data: { invoices, ...data }, at }) =>
      change(state, (account) => ({
        ...data,
        invoices: [...withoutUnpaid(account.invoices, at), ...unpaid(invoices, data.currency)],
      })),
    PaymentAccountVoided: (state, { data, at }) =>
      change(state, ({ invoices }) => ({ ...data, status: 'void', invoices: withoutUnpaid(invoices, at) })),
    InvoicePaid: (state, { data: { n }, personal, at }) => settle(state, n, 'paid', at, personal?.note ?? null),
    InvoiceVoided: (state, { data: { n }, personal, at }) => settle(state, n, 'void', at, personal?.note ?? null),
    PaymentAccountHandedOver: (state, { data: { toId } }) => change(state, () => ({ status: 'transferred', toId })),
    PaymentAccountTakenOver: (_, { data: { invoices, ...data }, personal, at }) => ({
      ...BLANK,
      ...data,
      openedAt: at,
      invoices: invoices.map((invoice, index) => ({ ...invoice, note: personal?.notes[index] ?? null })),
    }),
  },
  decide: {
    ReachContract: (data, state) => (isAnswered(data, state) ? nothing : open(data, state)),
    ChangePlan: ({ isContractReached, ...data }, state) => {
      if (isAnswered(data, state)) return nothing;
      if (state.kind === 'account' && state.status === 'open') return replace(data, state);
      return isContractReached ? open(data, state) : nothing;
    },
    LoseContract: (data, state) => {
      const isVoid = state.kind === 'nothing' || state.status !== 'open' || hasPayments(state);
      if (isVoid || isAnswered(data, state)) return nothing;
      return accept([{ type: 'PaymentAccountVoided', data }]);
    },
    PayInvoice: ({ n, note }, state) =>
      onInvoice(state, n, ({ status }) => {
        if (status === 'paid') return nothing;
        if (status === 'void') return reject('refused', TEXTS.payments.invoiceVoid);
        return accept([{ type: 'InvoicePaid', data: { n }, personal: noteOf(note) }]);
      }),
    VoidInvoice: ({ n, note }, state) =>
      onInvoice(state, n, ({ status }) => {
        if (status === 'void') return nothing;
        if (status === 'paid') return reject('refused', TEXTS.payments.invoicePaid);
        return accept([{ type: 'InvoiceVoided', data: { n }, personal: noteOf(note) }]);
      }),
    HandOver: (data, state) =>
      state.kind === 'account' && state.status === 'open'
        ? accept([{ type: 'PaymentAccountHandedOver', data }])
        : nothing,
    TakeOver: ({ fromId, account }, state) => {
      if (state.kind !== 'nothing') return nothing;
      const { organizationId, paymentModelId, currency } = account;
      const invoices = account.invoices.map(({ note: _note, ...invoice }) => invoice);
      const notes = account.invoices.map(({ note }) => note);
      return accept([
        {
          type: 'PaymentAccountTakenOver',
          data: { organizationId, fromId, paymentModelId, currency, invoices },
          personal: notes.some((note) => note !== null) ? { notes } : null,
        },
      ]);
    },
  },
});

const BLANK = {
  kind: 'account',
  status: 'open',
  paymentModelId: null,
  invoices: [],
  fromId: null,
  toId: null,
  applicationRevision: 0,
} as const;

const change = (
  state: PaymentAccountState,
  changes: (account: PaymentAccount) => Partial<PaymentAccount>,
): PaymentAccountState => (state.kind === 'account' ? { ...state, ...changes(state) } : state);

const unpaid = (invoices: readonly IssuedInvoice[], currency: string): readonly Invoice[] =>
  invoices.map((invoice) => ({ ...invoice, currency, status: 'unpaid', settledAt: null, note: null }));

const withoutUnpaid = (invoices: readonly Invoice[], at: string): readonly Invoice[] =>
  invoices.map((invoice) => (invoice.status === 'unpaid' ? { ...invoice, status: 'void', settledAt: at } : invoice));

const settle = (
  state: PaymentAccountState,
  n: number,
  status: InvoiceStatus,
  at: string,
  note: string | null,
): PaymentAccountState =>
  change(state, ({ invoices }) => ({
    invoices: invoices.map((invoice) => (invoice.n === n ? { ...invoice, status, settledAt: at, note } : invoice)),
  }));

const isAnswered = ({ applicationRevision }: Answers, state: PaymentAccountState): boolean =>
  state.kind === 'account' && applicationRevision <= state.applicationRevision;

/** A transferred account is not opened again, because it is owed in the other batch. */
function open({ organizationId, terms, day, applicationRevision }: WithPlan, state: PaymentAccountState): Decision {
  if (!terms || (state.kind === 'account' && state.status !== 'void')) return nothing;
  const { paymentModelId, currency } = terms;
  const { issued } = planChange(state, terms, day);
  return accept([
    {
      type: 'PaymentAccountOpened',
      data: { organizationId, paymentModelId, currency, invoices: [...issued], applicationRevision },
    },
  ]);
}

function replace({ terms, day, applicationRevision }: WithPlan, account: PaymentAccount): Decision {
  if (!terms && !hasPayments(account)) return accept([{ type: 'PaymentAccountVoided', data: { applicationRevision } }]);
  if (!wouldChange(account, terms)) return nothing;
  return accept([
    {
      type: 'PaymentPlanReplaced',
      data: {
        paymentModelId: terms?.paymentModelId ?? null,
        currency: terms?.currency ?? account.currency,
        invoices: [...planChange(account, terms, day).issued],
        applicationRevision,
      },
    },
  ]);
}

function onInvoice(state: PaymentAccountState, n: number, decide: (invoice: Invoice) => Decision): Decision {
  const invoice = state.kind === 'account' ? state.invoices.find((one) => one.n === n) : undefined;
  if (state.kind !== 'account' || !invoice) return reject('not-found', TEXTS.access.notFound);
  return state.status === 'transferred' ? reject('refused', TEXTS.payments.accountMoved) : decide(invoice);
}

const noteOf = (note: string | null) => (note === null ? null : { note });
