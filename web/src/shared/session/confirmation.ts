import { useSyncExternalStore } from 'react';
import { guardConfirmation } from '../api/session-guard.ts';

/** What waits for the person's answer; several calls share it. */
let asked: PromiseWithResolvers<boolean> | null = null;
const listeners = new Set<() => void>();

function change(next: PromiseWithResolvers<boolean> | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const useIsAskedToConfirm = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked !== null,
    () => false,
  );

/** `true`: the waiting calls are made again. */
export function answerConfirmation(isConfirmed: boolean): void {
  const waiting = asked;
  change(null);
  waiting?.resolve(isConfirmed);
}

export function askForConfirmations(): void {
  guardConfirmation(() => {
    if (!asked) change(Promise.withResolvers());
    return asked?.promise ?? Promise.resolve(false);
  });
}
