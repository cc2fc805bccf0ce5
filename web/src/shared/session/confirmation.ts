import { useSyncExternalStore } from 'react';
import { guardConfirmation, type NeededProof } from '../api/session-guard.ts';

/** What waits for the person's answer; several calls share it. */
let asked: (PromiseWithResolvers<boolean> & { readonly needed: NeededProof }) | null = null;
const listeners = new Set<() => void>();

function change(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** What the person is asked for now; null for nothing. */
export const useAskedProof = (): NeededProof | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked?.needed ?? null,
    () => null,
  );

/** `true`: the waiting calls are made again. One that waited for another proof then asks for its own. */
export function answerConfirmation(isConfirmed: boolean): void {
  const waiting = asked;
  change(null);
  waiting?.resolve(isConfirmed);
}

export function askForConfirmations(): void {
  guardConfirmation((needed) => {
    if (!asked) change({ ...Promise.withResolvers(), needed });
    return asked?.promise ?? Promise.resolve(false);
  });
}
