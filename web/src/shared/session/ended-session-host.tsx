import { lazy, Suspense } from 'react';
import { useEndedSession } from './ended-session.ts';

const EndedSessionDialog = lazy(() =>
  import('./ended-session-dialog.tsx').then(
    (module) => ({ default: module.EndedSessionDialog }),
    // A new release no longer has this file. What was typed is kept as a draft.
    () => {
      location.reload();
      return new Promise<never>(() => undefined);
    },
  ),
);

export function EndedSessionHost() {
  const user = useEndedSession();
  return user ? (
    <Suspense fallback={null}>
      <EndedSessionDialog user={user} />
    </Suspense>
  ) : null;
}
