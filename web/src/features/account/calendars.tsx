import { Button, CopyButton, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { type Answer, call } from '../../shared/api/calls.ts';
import { once } from '../../shared/browser/once.ts';
import { Day } from '../../shared/dates/dates.tsx';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice, Problem } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';
import { calendarFeedsQuery } from './queries.ts';

type School = Answer<'GET /api/calendar-feeds'>[number];

/** The whole address exists only in this component, until the page is left. */
function Calendar({ school: { organizationId, organizationName, feed } }: { school: School }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: calendarFeedsQuery.queryKey });
  const issue = useMutation({
    mutationFn: () => call('POST /api/calendar-feeds', { body: { organizationId } }),
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => call('DELETE /api/calendar-feeds/{id}', { params: { id } }),
    onSuccess: () => issue.reset(),
    onSettled: refresh,
  });
  const renew = async () => {
    const question = TEXTS.calendar.confirmRenew(organizationName);
    if (await showConfirm(question, { confirmLabel: 'Create a new address' })) issue.mutate();
  };
  const end = async (id: string) => {
    const question = TEXTS.calendar.confirmRevoke(organizationName);
    if (await showConfirm(question, { confirmLabel: 'Revoke', isDestructive: true })) revoke.mutate(id);
  };
  const isBusy = issue.isPending || revoke.isPending;
  const address = issue.data?.address;
  return (
    <li className={classes.device}>
      <div>
        <strong dir="auto">{organizationName}</strong>
        <span className={classes.quiet}>
          {feed ? (
            <>
              Address created <Day at={feed.createdAt} />
            </>
          ) : (
            'No address yet'
          )}
        </span>
        <Problem error={issue.error ?? revoke.error} takesFocus />
      </div>
      <div className={classes.choices}>
        <Button
          variant="default"
          size="sm"
          loading={issue.isPending}
          disabled={isBusy && !issue.isPending}
          onClick={once(() => (feed ? void renew() : issue.mutate()))}
          aria-label={`${feed ? 'Create a new' : 'Create an'} address for ${organizationName}`}
        >
          {feed ? 'Create a new address' : 'Create an address'}
        </Button>
        {feed && (
          <Button
            variant="default"
            size="sm"
            loading={revoke.isPending}
            disabled={isBusy && !revoke.isPending}
            onClick={once(() => void end(feed._id))}
            aria-label={`Revoke the address for ${organizationName}`}
          >
            Revoke
          </Button>
        )}
      </div>
      {address && (
        <div className={classes.address} role="status">
          <Notice meaning="attention">{TEXTS.calendar.shownOnce}</Notice>
          <code>{address}</code>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button variant="default" size="sm" onClick={copy}>
                {copied ? 'Copied' : 'Copy the address'}
              </Button>
            )}
          </CopyButton>
        </div>
      )}
    </li>
  );
}

export function Calendars() {
  const headingId = useId();
  const { data, error, refetch } = useQuery(calendarFeedsQuery);
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Interviews in your calendar
      </Title>
      <p>{TEXTS.calendar.help}</p>
      <p className={classes.quiet}>{TEXTS.calendar.keepPrivate}</p>
      {data ? (
        <ul className={classes.devices}>
          {data.map((school) => (
            <Calendar key={school.organizationId} school={school} />
          ))}
        </ul>
      ) : (
        <ErrorState order={2} error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}
