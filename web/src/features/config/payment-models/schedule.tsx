import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PaymentModel } from '../../../../../api/contract/payment-models.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { formatMoney } from '../../../shared/application/money.ts';
import { paymentsFrom } from '../../../shared/application/plan-words.ts';
import plans from '../../../shared/application/plans.module.css';
import { formatCalendarDay } from '../../../shared/dates/day.ts';
import classes from '../../../shared/editor/documents.module.css';

const SHOWN = 60;

/** The payments of a plan whose contract arrives on a chosen day, with their running total. */
export function Schedule({ plan }: { plan: PaymentModel }) {
  const [day, setDay] = useState(() => new Date().toISOString().slice(0, 10));
  const payments = day === '' ? [] : paymentsFrom(plan, day);
  const rows = payments.slice(0, SHOWN);
  return (
    <section className={classes.preview} aria-label="Payment schedule">
      <h3>Payment schedule</h3>
      <TextInput
        type="date"
        label="If the contract arrives on"
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      {rows.length === 0 ? (
        <p className={classes.quiet}>{day === '' ? TEXTS.planEditor.chooseDay : TEXTS.planEditor.nothingToPay}</p>
      ) : (
        <table className={plans.table}>
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Amount</th>
              <th scope="col">Total so far</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ dueDate, amount, sum }) => (
              <tr key={dueDate}>
                <td>{formatCalendarDay(dueDate)}</td>
                <td>{formatMoney(amount, plan.currency)}</td>
                <td>{formatMoney(sum, plan.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {payments.length > SHOWN && (
        <p className={classes.quiet}>
          And {payments.length - SHOWN} more, {formatMoney(plan.totalCost, plan.currency)} in all.
        </p>
      )}
    </section>
  );
}
