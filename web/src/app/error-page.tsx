import { Button, Title } from '@mantine/core';
import { Component, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { TEXTS } from '../../../domain/text/texts.ts';
import { pagePath } from '../../../domain/values/pages.ts';
import { messageOf } from '../shared/api/api-client.ts';
import { forThisVisit } from '../shared/browser/browser-storage.ts';
import classes from '../shared/pages/page-state.module.css';
import { usePageTitle } from '../shared/pages/page-state.tsx';
import { Notice } from '../shared/ui/notice.tsx';
import { useIsOnline } from '../shared/ui/online.tsx';

const NOT_LOADED = 'This page has not loaded yet';
const STOPPED = 'This page stopped working';
const RETRY_MS = 10_000;
const RELOADED_AT = 'intake.reloadedAt';
const RELOADS_APART_MS = 60_000;

/** What browsers and Vite say of a part that cannot be fetched: offline, or after a new release. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|unable to preload css/i.test(error.message);

const doesServerAnswer = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reloads once the server answers, because browsers keep a failed import; a reload that does not help is not repeated at once. */
function useReload() {
  const [isTrying, setIsTrying] = useState(false);
  const reload = useCallback(async () => {
    setIsTrying(true);
    if (await doesServerAnswer()) location.reload();
    else setIsTrying(false);
  }, []);
  useEffect(() => {
    const attempt = () => {
      if (Date.now() - (forThisVisit.read<number>(RELOADED_AT) ?? 0) < RELOADS_APART_MS) return;
      void doesServerAnswer().then((isBack) => {
        if (isBack && forThisVisit.write(RELOADED_AT, Date.now())) location.reload();
      });
    };
    attempt();
    const timer = setInterval(attempt, RETRY_MS);
    addEventListener('online', attempt);
    return () => {
      clearInterval(timer);
      removeEventListener('online', attempt);
    };
  }, []);
  return { isTrying, reload };
}

function CodeNotLoaded() {
  usePageTitle(NOT_LOADED);
  const isOnline = useIsOnline();
  const navigate = useNavigate();
  const { isTrying, reload } = useReload();
  return (
    <section className={classes.state} style={{ maxWidth: 'var(--column)', margin: '0 auto' }}>
      <Title order={1}>{NOT_LOADED}</Title>
      <Notice meaning="attention" role="status">
        {isOnline ? TEXTS.portal.serverAway : TEXTS.portal.opensOnReconnect}
      </Notice>
      <p>{TEXTS.portal.nothingLost}</p>
      <div className={classes.ways}>
        <Button onClick={() => void reload()} loading={isTrying}>
          Try again
        </Button>
        <Button variant="default" onClick={() => void navigate(-1)}>
          Go back
        </Button>
      </div>
    </section>
  );
}

function Stopped({ error }: { error: unknown }) {
  usePageTitle(STOPPED);
  return (
    <section className={classes.state} style={{ maxWidth: 'var(--column)', margin: '0 auto' }}>
      <Title order={1}>{STOPPED}</Title>
      <Notice meaning="problem" role="alert">
        {messageOf(error)}
      </Notice>
      <p>{TEXTS.portal.nothingLost}</p>
      <div className={classes.ways}>
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <Button component="a" href={pagePath('home')} variant="default">
          Go to the home page
        </Button>
      </div>
    </section>
  );
}

/** Shown when a page throws, or its code cannot be loaded. */
const ErrorPage = ({ error }: { error: unknown }) =>
  isCodeMissing(error) ? <CodeNotLoaded /> : <Stopped error={error} />;

interface Watched {
  /** The address whose page is shown: another one is tried anew. */
  readonly place: unknown;
  readonly children: ReactNode;
}

interface Failure {
  readonly place: unknown;
  readonly error?: unknown;
}

class Boundary extends Component<Watched, Failure> {
  override state: Failure = { place: this.props.place };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() };
  }

  static getDerivedStateFromProps({ place }: Watched, state: Failure): Failure | null {
    return place === state.place ? null : { place, error: undefined };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ErrorPage error={error} />;
  }
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation()}>{children}</Boundary>;
}
