import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

/** A link to another form for the same email. Both entries of the history keep it, so that Back finds it as it was typed. */
export function EmailLink({ to, email, children }: { to: string; email: string; children: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const state = { email };
  const go = async (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.button !== 0 || opensElsewhere) return;
    event.preventDefault();
    await navigate(pathname + search, { replace: true, state, preventScrollReset: true });
    await navigate(to, { state });
  };
  return (
    <Link to={to} state={state} onClick={(event) => void go(event)}>
      {children}
    </Link>
  );
}
