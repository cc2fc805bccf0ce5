import { useQuery } from '@tanstack/react-query';
import type { PlanChangePreview } from '../../../../api/contract/payment-accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { queryOf } from '../../shared/api/calls.ts';
import { formatMoney } from '../../shared/application/money.ts';
import { formatCalendarDay } from '../../shared/dates/day.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './application-panel.module.css';
import { accountsQuery } from './payment-queries.ts';

const count = (invoices: readonly unknown[]): string =>
  invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`;

export function PlanPreview({ applicationId, planId }: { applicationId: string; planId: string | null }) {
  const accounts = useQuery(accountsQuery(applicationId));
  const preview = useQuery(
    queryOf('/api/paymentAccounts/{id}/preview', {
      params: { id: applicationId },
      query: planId === null ? {} : { paymentModelId: planId },
    }),
  );
  const error = preview.error ?? accounts.error;
  if (error) return <Problem error={error} />;
  if (!preview.data || !accounts.data) {
    return (
      <Loading label="Checking what would change">
        <Bone width="80%" />
        <Bone width="60%" />
      </Loading>
    );
  }
  const isOpen = accounts.data.some(({ status }) => status === 'open');
  return (
    <div className={classes.preview} role="status">
      <Words preview={preview.data} isOpen={isOpen} />
      {preview.data.issued.length > 0 && <Invoices preview={preview.data} isOpen={isOpen} />}
    </div>
  );
}

function Words({ preview, isOpen }: { preview: PlanChangePreview; isOpen: boolean }) {
  const { voided, issued, credit, totalBalanceBefore, totalBalanceAfter, currency } = preview;
  if (!isOpen) {
    return (
      <p className={classes.quiet}>{issued.length === 0 ? TEXTS.panel.nothingOwed : TEXTS.panel.nothingOwedYet}</p>
    );
  }
  return (
    <>
      <p>
        Voids {count(voided)} and issues {count(issued)}.{' '}
        {credit > 0 && TEXTS.panel.paidCounts(formatMoney(credit, currency))}
      </p>
      <p>
        Balance: <span className={classes.was}>{formatMoney(totalBalanceBefore, currencyBefore(preview))}</span> →{' '}
        <strong>{formatMoney(totalBalanceAfter, currency)}</strong>
      </p>
    </>
  );
}

const currencyBefore = ({ voided, currency }: PlanChangePreview): string => voided[0]?.currency ?? currency;

function Invoices({ preview: { issued }, isOpen }: { preview: PlanChangePreview; isOpen: boolean }) {
  return (
    <details>
      <summary className={classes.summary}>
        {isOpen ? 'All new invoices' : 'Invoices if the contract arrived today'}
      </summary>
      <ul className={classes.dues}>
        {issued.map(({ n, dueDate, dueAmount, currency }) => (
          <li key={n}>
            <span>{formatCalendarDay(dueDate)}</span>
            <span>{formatMoney(dueAmount, currency)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
