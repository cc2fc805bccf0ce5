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
  type NavigateOptions,
  type Navigator,
  parsePath,
  Router,
  type To,
} from 'react-router';
import { isHeldBack } from './leaving.ts';

export type PageHistory = Pick<
  ReturnType<typeof createBrowserHistory>,
  'action' | 'location' | 'createHref' | 'createURL' | 'encodeLocation' | 'push' | 'replace' | 'go' | 'listen'
>;

const KeepsScroll = createContext(false);

/** Whether the last navigation is to stay where the visitor has scrolled. */
export const useKeepsScroll = (): boolean => useContext(KeepsScroll);

function navigationOf(
  history: PageHistory,
  show: (options: NavigateOptions) => void,
  drawn: { readonly current: string },
) {
  let shown = history.location.pathname;
  let isLeaving = false;
  let isReturning = false;
  /** Of the navigation that the history reports next. */
  let options: NavigateOptions = {};
  const isHeld = (to: string, go: () => void): boolean => {
    if (isLeaving) return false;
    const leave = () => {
      isLeaving = true;
      go();
    };
    return isHeldBack({ from: shown, to, leave });
  };
  const navigate = (to: To, by: 'push' | 'replace', state: unknown, its: NavigateOptions = {}) => {
    const go = () => {
      options = its;
      history[by](to, state);
    };
    const { pathname = shown } = typeof to === 'string' ? parsePath(to) : to;
    // What a page that is being left still writes into its address would lead back to it.
    if (by === 'replace' && pathname === drawn.current && shown !== drawn.current) return;
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
  const listen = () =>
    history.listen(({ action, location: { pathname }, delta }) => {
      if (isReturning) {
        isReturning = false;
        return;
      }
      // The browser has gone already: it goes back to the page until the visitor has answered.
      if (action === 'POP' && delta && isHeld(pathname, () => history.go(delta))) {
        isReturning = true;
        history.go(-delta);
        return;
      }
      const its = options;
      options = {};
      isLeaving = false;
      shown = pathname;
      show(its);
    });
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
  const drawn = useRef(location.pathname);
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
    drawn.current = location.pathname;
  }, [location]);
  return (
    <KeepsScroll value={keepsScroll}>
      <Router location={location} navigationType={action} navigator={navigator}>
        {children}
      </Router>
    </KeepsScroll>
  );
}
