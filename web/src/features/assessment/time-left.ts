import { useSyncExternalStore } from 'react';
import { formatMinutes } from '../../shared/duration.ts';
import { serverNow } from '../../shared/server-clock.ts';

const LOOK_MS = 250;
const DAY_SECONDS = 86_400;

/** Phones stop the timers of pages that nobody looks at, so coming back looks, too. */
function subscribe(look: () => void) {
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const secondsUntil = (dueAt: string): number => Math.ceil((Date.parse(dueAt) - serverNow()) / 1000);

/** Whole seconds until then by the server's clock, none or less afterwards; null without a limit. */
export const useSecondsLeft = (dueAt: string | null): number | null =>
  useSyncExternalStore(subscribe, () => (dueAt === null ? null : secondsUntil(dueAt)));

/** Whether the time is over: changes once, so that a page of questions is not drawn anew with each second. */
export const useIsOver = (dueAt: string | null): boolean =>
  useSyncExternalStore(subscribe, () => dueAt !== null && secondsUntil(dueAt) <= 0);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** "1:02:03", "12:07", "0:09"; beyond a day in words. */
export function clockWords(seconds: number): string {
  if (seconds > DAY_SECONDS) return formatMinutes(Math.ceil(seconds / 60));
  const left = Math.max(0, seconds);
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}
