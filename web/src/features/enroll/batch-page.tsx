import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import type { Batch } from '../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isNotFound } from '../../shared/api/api-client.ts';
import { AdditionalDetails, BatchArticle } from '../../shared/application/batch-article.tsx';
import { useSchoolOfPage } from '../../shared/organization/school-of-page.ts';
import { ErrorState, NotFound, usePageTitle } from '../../shared/pages/page-state.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { useUser } from '../../shared/session/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { appliedTo, batchQuery, myApplicationsQuery } from './queries.ts';

function PrivateDetails({ details }: { details: string | null | undefined }) {
  const { data: user } = useUser();
  const { pathname } = useLocation();
  if (user === undefined) return null;
  if (user === null) {
    return (
      <Notice>
        {TEXTS.accounts.additionalDetailsNeedSignIn}{' '}
        <Link to={loginLink(pathname)} style={{ color: 'inherit' }}>
          Log in
        </Link>
      </Notice>
    );
  }
  if (!details) return null;
  return <AdditionalDetails>{details}</AdditionalDetails>;
}

function WayOn({ batch }: { batch: Batch }) {
  const { data: user } = useUser();
  const mine = useQuery({ ...myApplicationsQuery, enabled: Boolean(user) });
  if (mine.isLoading) return <Bone width="8rem" height="2.75rem" />;
  const application = appliedTo(mine.data, batch._id);
  if (application) {
    return (
      <Button component={Link} to={pagePath('application', { applicationId: application._id })}>
        {TEXTS.enroll.viewMyApplication}
      </Button>
    );
  }
  if (batch.status !== 'Open') return <Notice meaning="attention">{TEXTS.enroll.notAccepting}</Notice>;
  return (
    <Button component={Link} to={pagePath('applyToBatch', { organization: batch.organizationId, batch: batch._id })}>
      Apply
    </Button>
  );
}

export function BatchPage() {
  const { batchId = '' } = useParams();
  const user = useUser();
  const batch = useQuery(batchQuery(batchId));
  useSchoolOfPage(batch.data?.organizationId);
  usePageTitle(batch.data?.name);
  if (batch.isPending || user.isPending) return <PageSkeleton />;
  if (isNotFound(batch.error)) return <NotFound />;
  if (batch.isLoadingError) {
    return (
      <ErrorState title="This program could not be loaded" error={batch.error} onRetry={() => void batch.refetch()} />
    );
  }
  return (
    <BatchArticle batch={batch.data}>
      <WayOn batch={batch.data} />
      <PrivateDetails details={batch.data.privateDetails} />
    </BatchArticle>
  );
}
