import { useQuery } from '@tanstack/react-query';
import type { PaymentAccount } from '../../../../api/contract/payment-accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { formatMoney } from '../../shared/application/money.ts';
import { Day } from '../../shared/dates/dates.tsx';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './application-panel.module.css';
import { InvoiceRow } from './invoice-row.tsx';
import { accountsQuery } from './payment-queries.ts';

const STANDS: Readonly<Record<PaymentAccount['status'], string>> = {
  open: 'Open',
  void: 'Void: nothing is owed',
  transferred: 'Moved with the transfer to another program',
};

export function PaymentsTab({ applicationId }: { applicationId: string }) {
  const { data: accounts, error, refetch } = useQuery(accountsQuery(applicationId));
  if (error && !accounts) {
    return (
      <ErrorState order={2} title="The payments could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!accounts) {
    return (
      <Loading label="Loading the payments">
        <Bone width="70%" height="2.5rem" />
        <Bone height="2rem" />
        <Bone height="2rem" />
      </Loading>
    );
  }
  if (accounts.length === 0) {
    return <p className={classes.quiet}>{TEXTS.panel.noInvoices}</p>;
  }
  return accounts.map((account) => <Account key={account._id} account={account} />);
}

function Account({ account }: { account: PaymentAccount }) {
  const { status, openedAt, paymentModelName, currency, totalBalance, totalPaid, invoices } = account;
  return (
    <div className={classes.tools}>
      <dl className={classes.facts}>
        <div>
          <dt>Balance</dt>
          <dd className={classes.figure}>{formatMoney(totalBalance, currency)}</dd>
        </div>
        <div>
          <dt>Paid</dt>
          <dd className={classes.figure}>{formatMoney(totalPaid, currency)}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd dir="auto">{paymentModelName ?? 'No plan'}</dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>
            {STANDS[status]}, {status === 'open' ? 'since' : 'opened on'} <Day at={openedAt} />
          </dd>
        </div>
      </dl>
      <ul className={classes.invoices}>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.n} account={account} invoice={invoice} />
        ))}
      </ul>
    </div>
  );
}
