import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { PaymentAccount } from '../../../../api/contract/payment-accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { dueOf, type Invoice } from '../../shared/application/due.ts';
import { formatMoney } from '../../shared/application/money.ts';
import { formatCalendarDay, formatDay } from '../../shared/dates/day.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone } from '../../shared/ui/skeleton.tsx';
import classes from './payments.module.css';

const WORDS: Readonly<Record<Invoice['status'], string>> = { unpaid: 'Unpaid', paid: 'Paid', void: 'No longer owed' };

const stateOf = ({ status, isOverdue, settledAt }: Invoice): string => {
  if (isOverdue) return 'Overdue';
  return status === 'paid' && settledAt ? `Paid on ${formatDay(settledAt)}` : WORDS[status];
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Dues({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <ul className={classes.list}>
      {invoices.map(({ n, dueDate, dueAmount, currency, isOverdue }) => (
        <li key={n} className={classes.row}>
          <span className={isOverdue ? classes.late : undefined}>
            {isOverdue ? 'Was due on' : 'Due on'} {formatCalendarDay(dueDate)}
          </span>
          <span>{formatMoney(dueAmount, currency)}</span>
        </li>
      ))}
    </ul>
  );
}

function Schedule({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Due</th>
          <th scope="col">Status</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.n}>
            <td>{formatCalendarDay(invoice.dueDate)}</td>
            <td className={invoice.isOverdue ? classes.late : undefined}>{stateOf(invoice)}</td>
            <td>{formatMoney(invoice.dueAmount, invoice.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PaymentAccountDetails({ account, program }: { account: PaymentAccount; program: string | undefined }) {
  const { overdue, moreOverdue, dueSoon } = dueOf(account.invoices);
  return (
    <>
      <div className={classes.balance}>
        <strong>{program ?? <Bone width="12rem" height="1lh" />}</strong>
        <span>Balance</span>
        <span className={classes.amount}>{formatMoney(account.totalBalance, account.currency)}</span>
        {account.totalPaid > 0 && (
          <span className={classes.quiet}>{formatMoney(account.totalPaid, account.currency)} paid so far</span>
        )}
        {account.paymentModelName && <span className={classes.quiet}>Plan: {account.paymentModelName}</span>}
      </div>
      {account.totalBalance === 0 && (
        <Notice meaning="good" role="status">
          {TEXTS.enrolling.paidUp}
        </Notice>
      )}
      {overdue.length > 0 && (
        <Part title="Overdue">
          <Dues invoices={overdue} />
          {moreOverdue > 0 && <p className={classes.quiet}>And {moreOverdue} more, below.</p>}
        </Part>
      )}
      {dueSoon.length > 0 && (
        <Part title="Due soon">
          <Dues invoices={dueSoon} />
        </Part>
      )}
      <Part title="All payments">
        <Schedule invoices={account.invoices} />
      </Part>
    </>
  );
}
