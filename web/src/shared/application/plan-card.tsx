import { Button, Title } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { PaymentModel } from '../../../../api/contract/payment-models.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useFocusKept } from '../browser/use-focus-kept.ts';
import { formatCalendarDay } from '../dates/day.ts';
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx';
import { useOrganization } from '../organization/organization.ts';
import { formatMoney } from './money.ts';
import { plannedPayments, planWords } from './plan-words.ts';
import classes from './plans.module.css';

function Schedule({ plan }: { plan: PaymentModel }) {
  const timeZone = useOrganization().data?.timeZone ?? 'UTC';
  const [today] = useState(() => new Date().toISOString());
  return (
    <>
      <p className={classes.quiet}>If we received your contract today, you would pay:</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {plannedPayments(plan, timeZone, today).map(({ dueDate, amount }) => (
            <tr key={dueDate}>
              <td>{formatCalendarDay(dueDate)}</td>
              <td>{formatMoney(amount, plan.currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{formatMoney(plan.totalCost, plan.currency)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

export function PlanCard({
  plan,
  isOwn,
  isChosen,
  isFixed,
  action,
}: {
  plan: PaymentModel;
  isOwn: boolean;
  isChosen: boolean;
  isFixed: boolean;
  action: { readonly label: string; readonly isBusy: boolean; readonly onPress: () => void } | null;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  // The choice removes the pressed button, so the card takes the focus.
  const card = useRef<HTMLElement>(null);
  useFocusKept(action?.isBusy ?? false, card);
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={`${classes.plan} ${isChosen ? classes.chosen : ''}`}
      aria-labelledby={id}
    >
      <div className={classes.planHead}>
        <Title order={4} id={id} dir="auto">
          {plan.name}
        </Title>
        {isChosen && (
          <span className={classes.mark}>
            <IconCircleCheckFilled size={18} aria-hidden /> {isOwn ? 'Your plan' : 'The chosen plan'}
          </span>
        )}
      </div>
      <p className={classes.total}>{formatMoney(plan.totalCost, plan.currency)}</p>
      <p>{planWords(plan)}</p>
      {plan.details && <LazyMarkdown>{plan.details}</LazyMarkdown>}
      {isFixed && isOwn && <Link to={pagePath('payments')}>See your payments</Link>}
      {!isFixed && plan.totalCost > 0 && (
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>Payment schedule</summary>
          {isOpen && <Schedule plan={plan} />}
        </details>
      )}
      {action && (
        <Button
          variant="default"
          loading={action.isBusy}
          onClick={action.onPress}
          aria-label={`${action.label}: ${plan.name}`}
        >
          {action.label}
        </Button>
      )}
    </section>
  );
}
