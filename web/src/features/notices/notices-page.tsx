import '../../shared/ui/mantine-styles.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { noticesSeen } from '../../../../domain/user/preferences.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { call as send } from '../../shared/api/calls.ts';
import { formatAgo } from '../../shared/dates/dates.tsx';
import { EmptyState, ErrorState } from '../../shared/pages/page-state.tsx';
import { StaffPage } from '../../shared/pages/staff-page.tsx';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './notices.module.css';
import { type Notice, noticesQuery } from './queries.ts';

const TITLE = 'For you';

/** What colleagues assigned to this person, comments that mention them, and corrections that are done. */
export const NoticesPage = () => (
  <StaffPage title={TITLE} capability="application.assign">
    {({ _id: organizationId }) => (
      <div className={classes.page}>
        <Title order={1}>{TITLE}</Title>
        <Notices organizationId={organizationId} />
      </div>
    )}
  </StaffPage>
);

function Notices({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useQuery(noticesQuery(organizationId));
  const newest = data?.[0];
  const newestNew = newest?.isNew ? newest.at : null;
  // Those that were new when the page was opened stay marked until it is left.
  const [firstNew, setFirstNew] = useState<string | null>(null);
  const oldestNew = data?.findLast(({ isNew }) => isNew)?.at ?? null;
  if (oldestNew !== null && (firstNew === null || oldestNew < firstNew)) setFirstNew(oldestNew);
  useEffect(() => {
    if (newestNew === null) return;
    void send('PUT /api/preferences', { body: { [noticesSeen(organizationId)]: newestNew } })
      .then(() => refetch())
      .catch(() => {
        // They stay new.
      });
  }, [organizationId, newestNew, refetch]);
  if (error && !data) {
    return <ErrorState order={2} title="Your list could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <Loading label="Loading your list">
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
      </Loading>
    );
  }
  if (data.length === 0) {
    return <EmptyState title="Nothing for you yet">{TEXTS.notices.empty}</EmptyState>;
  }
  return (
    <ul className={classes.list}>
      {data.map((notice) => (
        <Entry
          key={`${notice.kind} ${notice.application._id} ${notice.at}`}
          notice={notice}
          isNew={firstNew !== null && notice.at >= firstNew}
        />
      ))}
    </ul>
  );
}

function Entry({ notice: { kind, at, by, count, application }, isNew }: { notice: Notice; isNew: boolean }) {
  const { _id: applicationId, trackingNumber, name, batch } = application;
  const call = useStaffNames();
  const who = <bdi className={classes.who}>{call(by) ?? 'Intake'}</bdi>;
  const person = <bdi>{name ?? 'An erased applicant'}</bdi>;
  const target = count > 1 ? `${pagePath('dashboard')}?only=mine` : pagePath('application', { applicationId });
  return (
    <li className={classes.entry}>
      <Link to={target} className={classes.link}>
        {isNew && <span className={classes.new}>New</span>}
        <span>
          {count > 1 ? (
            <>
              {who} assigned {count} applications to you
            </>
          ) : kind === 'assigned' ? (
            <>
              {who} assigned {person} to you
            </>
          ) : kind === 'corrected' ? (
            <>{person} has corrected all marked answers</>
          ) : (
            <>
              {who} mentioned you in a comment on {person}
            </>
          )}
        </span>
      </Link>
      <span className={classes.quiet}>
        {count === 1 && (
          <>
            <bdi>{batch}</bdi> #{trackingNumber} ·{' '}
          </>
        )}
        <time dateTime={at}>{formatAgo(at)}</time>
      </span>
    </li>
  );
}
