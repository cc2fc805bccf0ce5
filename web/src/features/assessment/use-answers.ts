import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { isConflict, RequestFailed } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { useIsHydrated } from '../../shared/browser/hydrated.ts';
import { drafts } from '../../shared/drafts/drafts.ts';
import { useActor } from '../../shared/session/session.ts';
import { useIsOnline } from '../../shared/ui/online.tsx';
import {
  afterSaving,
  answersWith,
  type Choices,
  choose,
  conflictsIn,
  fromWords,
  toWords,
  withoutConflicts,
} from './choices.ts';
import { putSolution, refreshApplication, refreshSolutions } from './queries.ts';

/** Answers are also saved on navigation. The server submits only what was saved before the time limit (rule 70). */
const SAVE_MS = 10_000;
const RETRY_MS = 3000;
/** A request without an answer must not block later ones. */
const TIMEOUT_MS = 15_000;

export const answersDraft = (solutionId: string): string => `quiz.${solutionId}`;

export type SavingState = 'saved' | 'kept' | 'saving' | 'failed';

/** The answers of a running quiz: stored on this device at once, and sent one after the other with retries. */
export function useAnswers(solution: Solution, isOpen: boolean) {
  const client = useQueryClient();
  const { id: userId } = useActor();
  const isOnline = useIsOnline();
  const mine = useMemo(() => drafts.of(userId), [userId]);
  const name = answersDraft(solution._id);
  const isHydrated = useIsHydrated();
  const kept = () => fromWords(mine.read(name), solution);
  const [choices, setChoices] = useState<Choices | null>(() => (isHydrated ? kept() : null));
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const latest = useRef({ solution, choices });
  latest.current.solution = solution;

  const keep = (next: Choices | null) => {
    latest.current.choices = next;
    setChoices(next);
    if (next) mine.write(name, toWords(next), {});
    else mine.remove(name);
  };

  // A prerendered page does not include the answers that are stored on this device.
  const isRestored = useRef(isHydrated);
  const restore = () => {
    if (isRestored.current) return;
    isRestored.current = true;
    latest.current.choices = kept();
    setChoices(latest.current.choices);
  };
  useLayoutEffect(restore);

  const send = async (submittedAt?: string): Promise<Solution | null> => {
    const { solution: before, choices: sent } = latest.current;
    if (!sent && submittedAt === undefined) return null;
    const body = {
      version: sent?.version ?? before.version,
      answers: [...answersWith(before, sent)],
      ...(submittedAt === undefined ? {} : { submittedAt }),
    };
    const saved = await call('PUT /api/solutions/{id}', {
      params: { id: before._id },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    putSolution(client, saved);
    if (sent) keep(afterSaving(latest.current.choices, sent, saved.version));
    return saved;
  };

  /** Drops only refused answers: another device has answered, or the option no longer exists. */
  const dropRefused = async (error: unknown) => {
    if (!(error instanceof RequestFailed)) return;
    if (!isConflict(error) && error.status !== 422) return;
    await refreshSolutions(client, solution.applicationId);
    const taken = conflictsIn(error.errors);
    if (isConflict(error)) setConflicts(taken);
    else refreshApplication(client, solution.applicationId);
    if (taken.length > 0) keep(withoutConflicts(latest.current.choices, taken, latest.current.solution.version));
  };

  const scope = { id: name };
  const save = useMutation({ scope, mutationFn: () => send(), onError: dropRefused });
  const submit = useMutation({
    scope,
    mutationFn: () => send(new Date().toISOString()),
    onSuccess: () => refreshApplication(client, solution.applicationId),
    onError: dropRefused,
  });

  const { mutate } = save;
  const saveNow = useCallback(() => {
    if (latest.current.choices) mutate();
  }, [mutate]);

  const isUnsaved = choices !== null;
  const isSending = save.isPending || submit.isPending;
  useEffect(() => {
    if (!isOpen || !isUnsaved || isSending) return;
    const timer = setTimeout(saveNow, save.isError && isOnline ? RETRY_MS : SAVE_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isUnsaved, isSending, save.isError, isOnline, saveNow]);

  useEffect(() => {
    if (isOnline) saveNow();
  }, [isOnline, saveNow]);

  // Leaving the page, or the browser on a phone, counts as navigation.
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && saveNow();
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      saveNow();
    };
  }, [saveNow]);

  const saving: SavingState = !isUnsaved ? 'saved' : save.isPending ? 'saving' : save.isError ? 'failed' : 'kept';
  return {
    answers: answersWith(solution, choices),
    saving,
    conflicts,
    choose: (place: number, value: string) => {
      restore();
      setConflicts((known) => known.filter((other) => other !== String(place)));
      keep(choose(latest.current.choices, solution, place, value));
    },
    saveNow,
    submit,
  };
}
