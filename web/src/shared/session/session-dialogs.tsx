import { lazy, Suspense } from 'react';
import { useAskedProof } from './confirmation.ts';
import { useEndedSession } from './ended-session.ts';
import { useUser } from './session.ts';

/** A new release no longer has the file. What was typed is kept as a draft. */
const startOver = () => {
  location.reload();
  return new Promise<never>(() => undefined);
};

const EndedSessionDialog = lazy(() =>
  import('./ended-session-dialog.tsx').then((module) => ({ default: module.EndedSessionDialog }), startOver),
);
const ConfirmationDialog = lazy(() =>
  import('./confirmation-dialog.tsx').then((module) => ({ default: module.ConfirmationDialog }), startOver),
);

/** They ask for the password while calls wait. */
export function SessionDialogs() {
  const ended = useEndedSession();
  const asked = useAskedProof();
  const { data: user } = useUser();
  return (
    <Suspense fallback={null}>
      {asked && user && <ConfirmationDialog key={asked} user={user} needed={asked} />}
      {ended && <EndedSessionDialog user={ended} />}
    </Suspense>
  );
}
