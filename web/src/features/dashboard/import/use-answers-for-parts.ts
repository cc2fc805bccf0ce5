import { useEffect, useState } from 'react';
import type { SentRow } from './prepare-rows.ts';
import type { Answer } from './row-results.ts';
import { sendParts } from './send-parts.ts';

export interface Answers {
  readonly byRow: ReadonlyMap<number, Answer>;
  readonly isDone: boolean;
  /** The connection is lost; the next attempt follows. */
  readonly isHeldUp: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

const NONE: Omit<Answers, 'retry'> = { byRow: new Map(), isDone: false, isHeldUp: false, error: null };

/** Sends the parts in order while the component is mounted. `send` and `parts` must keep their identity. */
export function useAnswersForParts(
  parts: readonly (readonly SentRow[])[],
  send: (rows: readonly SentRow[], signal: AbortSignal) => Promise<readonly Answer[]>,
): Answers {
  const [answers, setAnswers] = useState(NONE);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt sends again
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const change = (next: Partial<typeof NONE>) => {
      if (!signal.aborted) setAnswers((old) => ({ ...old, ...next }));
    };
    setAnswers(NONE);
    void sendParts(parts, {
      send: (rows) => send(rows, signal),
      onSent: (sent) => {
        if (!signal.aborted)
          setAnswers((old) => ({
            ...old,
            byRow: new Map([...old.byRow, ...sent.map((one) => [one.row, one] as const)]),
          }));
      },
      onHeldUp: (isHeldUp) => change({ isHeldUp }),
      signal,
    }).then(
      () => change({ isDone: true }),
      (error: unknown) => change({ error, isHeldUp: false }),
    );
    return () => leaving.abort();
  }, [parts, send, attempt]);
  return { ...answers, retry: () => setAttempt((count) => count + 1) };
}
