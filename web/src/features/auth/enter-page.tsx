import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { usePageTitle } from '../../shared/pages/page-state.tsx';
import { useEnter, useUser } from '../../shared/session/session.ts';
import { PageSkeleton } from '../../shared/ui/skeleton.tsx';
import classes from './auth.module.css';
import { EnterForm, type Kind } from './enter-form.tsx';
import { inviteQuery, isNoLink, joinTitle } from './invite-query.ts';
import { InvitedWho } from './invited-who.tsx';
import { localPath } from './local-path.ts';

const WORDS = {
  login: { title: 'Log in', other: pagePath('signup'), question: 'New here?', toggle: 'Create your account' },
  signup: {
    title: 'Create your account',
    other: pagePath('login'),
    question: TEXTS.entering.haveAccount,
    toggle: 'Log in',
  },
} as const;

/** Where a signed-in visitor is sent. An invitation still needs their press. */
function nextOf(parameters: URLSearchParams): string {
  const token = parameters.get('token');
  if (!token) return localPath(parameters.get('next'));
  const proof = parameters.get('proof');
  return `${pagePath('invite')}?${new URLSearchParams({ token, ...(proof && { proof }) })}`;
}

/** The invitation of the link, if it still works. */
function useInvitation(parameters: URLSearchParams) {
  const token = parameters.get('token');
  const given = { token: token ?? '', proof: parameters.get('proof') };
  const { data, error, isFetched, isFetching } = useQuery({ ...inviteQuery(given), enabled: token !== null });
  return { invite: data ?? null, isDead: isNoLink(error), isAsked: isFetching && !isFetched };
}

export function EnterPage({ kind }: { kind: Kind }) {
  const user = useUser();
  const enter = useEnter(kind);
  const [parameters] = useSearchParams();
  const { invite, isDead, isAsked } = useInvitation(parameters);
  const words = WORDS[kind];
  const title = invite ? joinTitle(invite) : words.title;
  usePageTitle(title);
  const isEntering = enter.isPending || enter.isSuccess;
  if (user.isPending || (isAsked && !isEntering)) return <PageSkeleton />;
  if ((user.data || invite?.isAccepted) && !isEntering) return <Navigate to={nextOf(parameters)} replace />;
  const search = parameters.toString();
  return (
    <div className={classes.page}>
      <Title order={1}>{title}</Title>
      {invite ? <InvitedWho invite={invite} /> : kind === 'signup' && <p>{TEXTS.accounts.signUpPrompt}</p>}
      <EnterForm kind={kind} label={words.title} enter={enter} invite={invite} isLinkDead={isDead} />
      <p className={classes.switch}>
        {words.question} <Link to={search ? `${words.other}?${search}` : words.other}>{words.toggle}</Link>
      </p>
    </div>
  );
}
