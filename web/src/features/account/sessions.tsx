import { Button, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Session } from '../../../../api/contract/sessions.ts';
import { deviceName } from '../../../../domain/values/device-name.ts';
import { call } from '../../shared/api/calls.ts';
import { Day, formatAgo } from '../../shared/dates/dates.tsx';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';
import { sessionsQuery } from './queries.ts';

function Device({ session }: { session: Session }) {
  const client = useQueryClient();
  const { _id, device, network, isCurrent, createdAt, lastUsedAt } = session;
  const end = useMutation({
    mutationFn: () => call('DELETE /api/sessions/{id}', { params: { id: _id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const name = deviceName(device);
  return (
    <li className={classes.device}>
      <div>
        <strong>{isCurrent ? `${name} (this device)` : name}</strong>
        <span className={classes.quiet}>
          Since <Day at={createdAt} /> · last used {isCurrent ? 'now' : formatAgo(lastUsedAt)}
        </span>
        {network !== null && <span className={classes.quiet}>Logged in from {network}</span>}
        <Problem error={end.error} />
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="sm"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`Log out this device: ${name}, since ${formatAgo(createdAt)}`}
        >
          Log out this device
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call('POST /api/endOtherSessions'),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <>
      <Problem error={end.error} takesFocus />
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        Log out all other devices
      </Button>
    </>
  );
}

export function Sessions() {
  const headingId = useId();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Where you are logged in
      </Title>
      {data ? (
        <ul className={classes.devices}>
          {data.map((session) => (
            <Device key={session._id} session={session} />
          ))}
        </ul>
      ) : (
        <ErrorState order={2} error={error} onRetry={() => void refetch()} />
      )}
      {hasOthers && <EndOthers />}
    </section>
  );
}
