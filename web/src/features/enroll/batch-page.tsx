import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import { TEXTS } from '../../../../domain/texts.ts';
import { isNotFound } from '../../shared/api-client.ts';
import { loginLink } from '../../shared/login-link.ts';
import { Markdown } from '../../shared/markdown.tsx';
import { Notice } from '../../shared/notice.tsx';
import { ErrorState, NotFound, usePageTitle } from '../../shared/page-state.tsx';
import { useUser } from '../../shared/session.ts';
import { PageSkeleton } from '../../shared/skeleton.tsx';
import classes from './enroll.module.css';
import { batchQuery } from './queries.ts';

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
  return (
    <section style={{ width: '100%' }}>
      <Title order={2} size="h3" mb="sm">
        Additional Details
      </Title>
      <Markdown>{details}</Markdown>
    </section>
  );
}

/** /batch/{id}: what everyone may read of a program, and what only signed-in people may. */
export function BatchPage() {
  const { batchId = '' } = useParams();
  const user = useUser();
  const batch = useQuery(batchQuery(batchId));
  usePageTitle(batch.data?.name);
  if (batch.isPending || user.isPending) return <PageSkeleton />;
  if (isNotFound(batch.error)) return <NotFound />;
  if (batch.isError) {
    return (
      <ErrorState title="This program could not be loaded" error={batch.error} onRetry={() => void batch.refetch()} />
    );
  }
  const { name, description, privateDetails, status, seatsTaken, capacity } = batch.data;
  return (
    <article className={classes.stack}>
      <header>
        <Title order={1}>{name}</Title>
        <p className={classes.seats} style={{ margin: '0.5rem 0 0' }}>
          {seatsTaken} of {capacity} taken
        </p>
      </header>
      {description && <Markdown>{description}</Markdown>}
      {status === 'Open' ? (
        <Button component={Link} to={`/apply/${batch.data.organizationId}/${batch.data._id}`}>
          Apply
        </Button>
      ) : (
        <Notice meaning="attention">{TEXTS.enroll.notAccepting}</Notice>
      )}
      <PrivateDetails details={privateDetails} />
    </article>
  );
}
