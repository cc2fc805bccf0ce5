import { Button, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OwnInvite } from '../../../../api/contract/invitations.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { call } from '../../shared/api/calls.ts';
import { allBut, USER_KEY } from '../../shared/api/keys.ts';
import { Day } from '../../shared/dates/dates.tsx';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { userQuery } from '../../shared/session/session.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';
import { invitesQuery } from './queries.ts';

function Invite({ invite, onAnswered }: { invite: OwnInvite; onAnswered: (message: string) => void }) {
  const client = useQueryClient();
  const { token, organization, roleToUse, createdAt, expiresAt } = invite;
  const refresh = () => client.invalidateQueries({ queryKey: invitesQuery.queryKey });
  const accept = useMutation({
    mutationFn: () => call('POST /api/invites/accept', { body: { token } }),
    onSuccess: async (user) => {
      client.setQueryData(userQuery.queryKey, user);
      await client.invalidateQueries(allBut(USER_KEY));
      onAnswered(TEXTS.account.joined(organization.name, roleToUse));
    },
    onError: refresh,
  });
  const decline = useMutation({
    mutationFn: () => call('POST /api/invites/decline', { body: { token } }),
    onSuccess: async () => {
      await refresh();
      onAnswered(TEXTS.account.declined(organization.name));
    },
    onError: refresh,
  });
  const isBusy = accept.isPending || decline.isPending;
  return (
    <li className={classes.device}>
      <div>
        <strong>{organization.name}</strong>
        <span className={classes.quiet}>
          Join as {roleToUse} · invited <Day at={createdAt} /> · ends <Day at={expiresAt} />
        </span>
        <Problem error={accept.error ?? decline.error} takesFocus />
      </div>
      <div className={classes.choices}>
        <Button
          size="sm"
          loading={accept.isPending}
          disabled={isBusy && !accept.isPending}
          onClick={() => accept.mutate()}
          aria-label={`Accept the invitation from ${organization.name}`}
        >
          Accept
        </Button>
        <Button
          variant="default"
          size="sm"
          loading={decline.isPending}
          disabled={isBusy && !decline.isPending}
          onClick={() => decline.mutate()}
          aria-label={`Decline the invitation from ${organization.name}`}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}

export function Invitations({ isProven }: { isProven: boolean }) {
  const headingId = useId();
  const { data, error, refetch } = useQuery(invitesQuery);
  const [answered, setAnswered] = useState<string>();
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Invitations
      </Title>
      {answered !== undefined && (
        <Notice key={answered} meaning="good" role="status" ref={takeFocus}>
          {answered}
        </Notice>
      )}
      {!data ? (
        <ErrorState order={2} error={error} onRetry={() => void refetch()} />
      ) : data.length > 0 ? (
        <ul className={classes.devices}>
          {data.map((invite) => (
            <Invite key={invite._id} invite={invite} onAnswered={setAnswered} />
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>{isProven ? TEXTS.account.noInvitations : TEXTS.account.confirmEmailFirst}</p>
      )}
    </section>
  );
}
