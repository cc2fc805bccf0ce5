import { Button, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { User } from '../../../../api/contract/accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { call } from '../../shared/api/calls.ts';
import { allBut, USER_KEY } from '../../shared/api/keys.ts';
import { once } from '../../shared/browser/once.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { NameField, nameErrors } from '../../shared/forms/name-field.tsx';
import { useFormState } from '../../shared/forms/use-form-state.ts';
import { ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { useLogout, userQuery, useUser } from '../../shared/session/session.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import { PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { invitesQuery } from '../account/queries.ts';
import classes from './auth.module.css';
import { type Given, type Invite, inviteQuery, isNoLink, joinTitle } from './invite-query.ts';
import { InvitedWho } from './invited-who.tsx';

/** Shown to people who came from the email, or are logged in with its address. */
function Decline({ given: { token, proof }, onDeclined }: { given: Given; onDeclined: () => void }) {
  const client = useQueryClient();
  const decline = useMutation({
    mutationFn: () => call('POST /api/invites/decline', { body: { token, proof } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: invitesQuery.queryKey });
      onDeclined();
    },
  });
  return (
    <>
      <Problem error={decline.error} takesFocus />
      <Button variant="default" loading={decline.isPending} onClick={once(() => decline.mutate())}>
        Decline
      </Button>
    </>
  );
}

function enterLink(page: 'login' | 'signup', { email }: Invite, { token, proof }: Given): string {
  const parameters = new URLSearchParams({ token, email, next: pagePath('dashboard') });
  if (proof) parameters.set('proof', proof);
  return `${pagePath(page)}?${parameters}`;
}

function ForSignedOut({ invite, given, onDeclined }: { invite: Invite; given: Given; onDeclined: () => void }) {
  return (
    <>
      <InvitedWho invite={invite} />
      <Button component={Link} to={enterLink('signup', invite, given)}>
        Create your account
      </Button>
      <p className={classes.switch}>
        {TEXTS.entering.haveAccount} <Link to={enterLink('login', invite, given)}>Log in</Link>
      </p>
      {given.proof !== null && <Decline given={given} onDeclined={onDeclined} />}
    </>
  );
}

function ForSomebodyElse({ invite, email }: { invite: Invite; email: string }) {
  const logout = useLogout();
  const leave = () =>
    logout.mutateAsync().then(
      () => document.getElementById('main')?.focus({ preventScroll: true }),
      () => undefined,
    );
  return (
    <>
      <Notice meaning="attention" role="status">
        You are logged in as {email}, but the invitation is for {invite.email}.
      </Notice>
      <Problem error={logout.error} takesFocus />
      <Button loading={logout.isPending} onClick={() => void leave()}>
        Log out and continue as {invite.email}
      </Button>
    </>
  );
}

function Join({
  invite,
  given: { token, proof },
  user,
  onDeclined,
}: {
  invite: Invite;
  given: Given;
  user: User;
  onDeclined: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  // Not of the newest answer: accepting sets the name, and the field must not go before the page does.
  const [asksName] = useState(user.name === null);
  const form = useFormState({ initialValues: { name: '' }, validate: nameErrors });
  const accept = useMutation({
    mutationFn: ({ name }: { name: string }) => call('POST /api/invites/accept', { body: { token, proof, name } }),
    onSuccess: async (user) => {
      client.setQueryData(userQuery.queryKey, user);
      await client.invalidateQueries(allBut(USER_KEY));
      void navigate(pagePath('dashboard'), { replace: true });
    },
  });
  return (
    <>
      <p>
        You are logged in as <strong>{invite.email}</strong>.
      </p>
      <Problem error={accept.error} takesFocus />
      <form
        noValidate
        className={formClasses.form}
        onSubmit={form.onSubmit(
          (values) => accept.mutate(values),
          () => input.current?.focus(),
        )}
      >
        {asksName && <NameField {...form.inputProps('name')} ref={input} error={form.errors.name} />}
        <Button type="submit" loading={accept.isPending || accept.isSuccess}>
          Join {invite.organization.name}
        </Button>
      </form>
      {(proof !== null || user.emailVerified) && <Decline given={{ token, proof }} onDeclined={onDeclined} />}
      <p className={classes.switch}>
        <Link to={pagePath('home')}>Not now</Link>
      </p>
    </>
  );
}

function Accepted({ invite }: { invite: Invite }) {
  const { data: user } = useUser();
  return (
    <>
      <Notice meaning="good" role="status">
        {TEXTS.entering.invitationAccepted} {invite.email} is a member of {invite.organization.name}.
      </Notice>
      <Button component={Link} to={user ? pagePath('dashboard') : loginLink(pagePath('dashboard'))}>
        {user ? 'Dashboard' : 'Log in'}
      </Button>
    </>
  );
}

function NoGoodLink({ error }: { error: unknown }) {
  usePageTitle('Invitation');
  return (
    <div className={classes.page}>
      <Title order={1}>This invitation cannot be used</Title>
      <Problem error={error} />
      <p>{TEXTS.entering.invitationNewest}</p>
      <Button component={Link} to={pagePath('home')}>
        Go to the home page
      </Button>
    </div>
  );
}

function Invitation({ given }: { given: Given }) {
  const [isDeclined, setIsDeclined] = useState(false);
  const onDeclined = () => setIsDeclined(true);
  const { data: user } = useUser();
  const { data, error, isPending, refetch } = useQuery(inviteQuery(given));
  const title = data && (data.isAccepted || isDeclined ? `Invitation to ${data.organization.name}` : joinTitle(data));
  usePageTitle(title ?? 'Invitation');
  if (isPending || user === undefined) return <PageSkeleton />;
  if (isNoLink(error) && !isDeclined) return <NoGoodLink error={error} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      <Title order={1}>{title}</Title>
      {isDeclined ? (
        <Notice meaning="good" role="status" ref={takeFocus}>
          {TEXTS.entering.invitationDeclined}
        </Notice>
      ) : data.isAccepted ? (
        <Accepted invite={data} />
      ) : user === null ? (
        <ForSignedOut invite={data} given={given} onDeclined={onDeclined} />
      ) : user.email.toLowerCase() === data.email.toLowerCase() ? (
        <Join invite={data} given={given} user={user} onDeclined={onDeclined} />
      ) : (
        <ForSomebodyElse invite={data} email={user.email} />
      )}
    </div>
  );
}

export function InvitePage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  if (!token) return <NoGoodLink error={TEXTS.accounts.linkInvalid} />;
  return <Invitation key={token} given={{ token, proof: parameters.get('proof') }} />;
}
