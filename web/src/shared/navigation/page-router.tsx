import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type Location,
  type NavigateOptions,
  type Navigator,
  parsePath,
  Router,
  type To,
} from 'react-router';
import { entryNow, nameEntry } from './entries.ts';
import { isHeldBack } from './leaving.ts';

export type PageHistory = Pick<
  ReturnType<typeof createBrowserHistory>,
  'action' | 'location' | 'createHref' | 'createURL' | 'encodeLocation' | 'push' | 'replace' | 'go' | 'listen'
>;

const KeepsScroll = createContext(false);

/** Whether the last navigation is to stay where the visitor has scrolled. */
export const useKeepsScroll = (): boolean => useContext(KeepsScroll);

/** Longer than a step of the browser's history takes. */
const STEP_MS = 500;

function navigationOf(
  history: PageHistory,
  show: (options: NavigateOptions) => void,
  drawn: { readonly current: Location },
) {
  let shown = history.location;
  let isLeaving = false;
  /** Whether the last navigation has added the shown entry. */
  let isNew = false;
  /** Entries from the shown one to the browser's, which is elsewhere while a visitor is held back after Back or Forward. */
  let away = 0;
  let isReturning = false;
  let nextStep: ReturnType<typeof setTimeout> | undefined;
  let onceBack: (() => void) | null = null;
  /** Of the navigation that the history reports next. */
  let options: NavigateOptions = {};
  const isHeld = (to: string, go: () => void): boolean => {
    // A page whose successor still loads has been left already.
    const isLeft = isLeaving || shown.pathname !== drawn.current.pathname;
    if (isLeft || to === shown.pathname) return false;
    const leave = () => {
      isLeaving = true;
      go();
    };
    return isHeldBack(() => {
      if (isReturning) onceBack = leave;
      else leave();
    });
  };
  const navigate = (to: To, by: 'push' | 'replace', state: unknown, its: NavigateOptions = {}): void => {
    if (isReturning) {
      onceBack = () => navigate(to, by, state, its);
      return;
    }
    const { pathname = shown.pathname } = typeof to === 'string' ? parsePath(to) : to;
    // What a page that is being left still writes into its address would lead back to it.
    const isOfLeft = pathname === drawn.current.pathname && shown.pathname !== drawn.current.pathname;
    if (by === 'replace' && isOfLeft) return;
    // A second press while the first one's page still loads: only what is shown becomes an entry.
    const isInstead = isNew && shown.key !== drawn.current.key;
    const go = () => {
      options = its;
      isNew = isInstead || by === 'push';
      history[isInstead ? 'replace' : by](to, state);
    };
    if (!isHeld(pathname, go)) go();
  };
  const navigator: Navigator & Pick<PageHistory, 'createURL'> = {
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => history.go(delta),
    push: (to, state, its) => navigate(to, 'push', state, its),
    replace: (to, state, its) => navigate(to, 'replace', state, its),
  };
  const comeBack = (): void => {
    isReturning = away !== 0;
    if (!isReturning) return;
    history.go(-away);
    // Another press of Back cancels the step.
    clearTimeout(nextStep);
    nextStep = setTimeout(comeBack, STEP_MS);
  };
  const listen = () => {
    let number = entryNow();
    return history.listen(({ action, location, delta }) => {
      // The browser's own entry for a link to a part of the page has no number, so later steps would be miscounted.
      if (delta === null) {
        nameEntry(createPath(location) === createPath(shown) ? number : number + 1);
        isNew = false;
        return history.replace(createPath(location));
      }
      away += delta;
      if (isReturning) {
        if (away !== 0) return;
        isReturning = false;
        const act = onceBack;
        onceBack = null;
        return act?.();
      }
      const gone = away;
      // The browser has gone already: it goes back to the page until the visitor has answered.
      if (action === 'POP' && isHeld(location.pathname, () => history.go(gone))) return comeBack();
      const its = options;
      options = {};
      if (action === 'POP') isNew = false;
      isLeaving = false;
      away = 0;
      shown = location;
      number = entryNow();
      show(its);
    });
  };
  return { navigator, listen };
}

/**
 * React Router without its loaders, actions and fetchers, which make three fifths of its code: every page has its data from
 * TanStack Query. What else its data router does is here and in the error boundary.
 */
export function PageRouter({ history, children }: { history: PageHistory; children: ReactNode }) {
  const [{ location, action, keepsScroll }, setShown] = useState(() => ({
    location: history.location,
    action: history.action,
    keepsScroll: false,
  }));
  const drawn = useRef(location);
  const { navigator, listen } = useMemo(
    () =>
      navigationOf(
        history,
        ({ preventScrollReset: keepsScroll = false, flushSync: isAtOnce }) => {
          const { location, action } = history;
          const show = () => setShown({ location, action, keepsScroll });
          if (isAtOnce) flushSync(show);
          else startTransition(show);
        },
        drawn,
      ),
    [history],
  );
  useLayoutEffect(listen, [listen]);
  useLayoutEffect(() => {
    drawn.current = location;
  }, [location]);
  return (
    <KeepsScroll value={keepsScroll}>
      <Router location={location} navigationType={action} navigator={navigator}>
        {children}
      </Router>
    </KeepsScroll>
  );
}
