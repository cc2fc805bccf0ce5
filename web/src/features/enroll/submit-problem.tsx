import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { Batch } from '../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { loginLink } from '../../shared/session/login-link.ts';
import { useUser } from '../../shared/session/session.ts';
import { Notice, takeFocus } from '../../shared/ui/notice.tsx';
import { appliedTo, myApplicationsQuery } from './queries.ts';
import { isDuplicate } from './use-submission.ts';

function WayToIt({ batch, email }: { batch: Batch; email: string }) {
  const { pathname } = useLocation();
  const { data: user } = useUser();
  // A key of its own: refetching the page's list would replace the form.
  const mine = useQuery({
    ...myApplicationsQuery,
    queryKey: [...myApplicationsQuery.queryKey, 'duplicateOf', batch._id],
    enabled: Boolean(user),
  });
  const application = appliedTo(mine.data, batch._id);
  if (application)
    return (
      <Link to={pagePath('application', { applicationId: application._id })}>{TEXTS.enroll.viewMyApplication}</Link>
    );
  if (user) return <Link to={pagePath('account')}>{TEXTS.enroll.confirmToView}</Link>;
  const next = loginLink(`${pathname}?batchId=${batch._id}`);
  return (
    <>
      <Link to={next} state={{ email }}>
        Log in
      </Link>
      <br />
      {TEXTS.enroll.noAccountYet}{' '}
      <Link to={next.replace(pagePath('login'), pagePath('signup'))} state={{ email }}>
        Create your account
      </Link>
    </>
  );
}

export function SubmitProblem({ error, batch, email }: { error: unknown; batch: Batch; email: string }) {
  if (!error) return null;
  return (
    <Notice meaning="problem" role="alert" ref={takeFocus}>
      {isDuplicate(error) ? (
        <>
          {TEXTS.enroll.duplicateOf(batch.name)} <WayToIt batch={batch} email={email} />
        </>
      ) : (
        TEXTS.enroll.submitFailed(messageOf(error))
      )}
    </Notice>
  );
}
