import { Title } from '@mantine/core';
import { Link, Navigate, useSearchParams } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { usePageTitle } from '../../shared/pages/page-state.tsx';
import { useEnter, useUser } from '../../shared/session/session.ts';
import { PageSkeleton } from '../../shared/ui/skeleton.tsx';
import classes from './auth.module.css';
import { EnterForm, type Kind } from './enter-form.tsx';
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

export function EnterPage({ kind }: { kind: Kind }) {
  const user = useUser();
  const enter = useEnter(kind);
  const [parameters] = useSearchParams();
  const words = WORDS[kind];
  usePageTitle(words.title);
  if (user.isPending) return <PageSkeleton />;
  const isEntering = enter.isPending || enter.isSuccess;
  if (user.data && !isEntering) return <Navigate to={nextOf(parameters)} replace />;
  const search = parameters.toString();
  return (
    <div className={classes.page}>
      <Title order={1}>{words.title}</Title>
      {kind === 'signup' && <p>{TEXTS.accounts.signUpPrompt}</p>}
      <EnterForm kind={kind} label={words.title} enter={enter} />
      <p className={classes.switch}>
        {words.question} <Link to={search ? `${words.other}?${search}` : words.other}>{words.toggle}</Link>
      </p>
    </div>
  );
}
