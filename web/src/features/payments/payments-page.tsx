import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import type { PaymentAccount } from '../../../../api/contract/payment-accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { formatMoney } from '../../shared/application/money.ts';
import { onlySchoolOf, useSchoolIfNone } from '../../shared/organization/school-of-page.ts';
import { SchoolText } from '../../shared/organization/school-text.tsx';
import { EmptyState, ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { useUser } from '../../shared/session/session.ts';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { myBatchesQuery } from '../enroll/queries.ts';
import { PaymentAccountDetails } from './payment-account.tsx';
import classes from './payments.module.css';
import { myPaymentAccountsQuery } from './queries.ts';

function useProgramNames(): (account: PaymentAccount) => string | undefined {
  const { data: batches, isPending } = useQuery(myBatchesQuery);
  const otherwise = isPending ? undefined : 'Your program';
  return ({ batchId }) => batches?.find(({ _id }) => _id === batchId)?.name ?? otherwise;
}

const overdueIn = ({ invoices }: PaymentAccount): number => invoices.filter(({ isOverdue }) => isOverdue).length;

function AccountList({ accounts }: { accounts: readonly PaymentAccount[] }) {
  const programOf = useProgramNames();
  return (
    <ul className={classes.accounts}>
      {accounts.map((account) => (
        <li key={account._id}>
          <Link to={`?account=${account._id}`} className={classes.account}>
            <strong>{programOf(account) ?? <Bone width="12rem" height="1lh" />}</strong>
            <span className={classes.figures}>Balance {formatMoney(account.totalBalance, account.currency)}</span>
            {overdueIn(account) > 0 && <span className={classes.late}>{overdueIn(account)} overdue</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Accounts({ accounts }: { accounts: readonly PaymentAccount[] }) {
  const [parameters] = useSearchParams();
  const programOf = useProgramNames();
  const chosen = accounts.length === 1 ? accounts[0] : accounts.find(({ _id }) => _id === parameters.get('account'));
  if (accounts.length === 0) {
    return (
      <EmptyState
        title="You have no payments yet"
        action={
          <Button component={Link} to={pagePath('home')}>
            See your enrollments
          </Button>
        }
      >
        {TEXTS.enrolling.planLater}
      </EmptyState>
    );
  }
  if (!chosen) return <AccountList accounts={accounts} />;
  return (
    <>
      {accounts.length > 1 && (
        <p>
          <Link to={pagePath('payments')}>All your balances</Link>
        </p>
      )}
      <PaymentAccountDetails account={chosen} program={programOf(chosen)} />
    </>
  );
}

export function PaymentsPage() {
  const { search } = useLocation();
  const user = useUser();
  const accounts = useQuery({ ...myPaymentAccountsQuery, enabled: Boolean(user.data) });
  usePageTitle('Payments');
  useSchoolIfNone(onlySchoolOf(accounts.data));
  if (user.isPending) return <PageSkeleton />;
  if (user.error) return <ErrorState error={user.error} onRetry={() => void user.refetch()} />;
  if (!user.data) return <Navigate to={loginLink(`${pagePath('payments')}${search}`)} replace />;
  return (
    <div className={classes.page}>
      <Title order={1}>Payments</Title>
      {accounts.data ? (
        <>
          <Accounts accounts={accounts.data} />
          {accounts.data.some(({ totalBalance }) => totalBalance > 0) && <SchoolText name="paymentText" />}
          <SchoolText name="contactText" />
        </>
      ) : accounts.error ? (
        <ErrorState
          order={2}
          title="Your payments could not be loaded"
          error={accounts.error}
          onRetry={() => void accounts.refetch()}
        />
      ) : (
        <Loading label="Loading your payments">
          <Bone width="40%" height="2.25rem" />
          <Bone height="9rem" />
        </Loading>
      )}
    </div>
  );
}
