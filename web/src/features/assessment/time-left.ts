import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { PAGE_TIME, serverNow } from '../../shared/api/server-clock.ts';
import { formatMinutes } from '../../shared/dates/duration.ts';

const LOOK_MS = 250;
const DAY_SECONDS = 86_400;

/** Phones stop the timers of hidden pages, so this also checks when the page becomes visible. */
function subscribe(look: () => void) {
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const secondsUntil = (dueAt: string, now = serverNow()): number => Math.ceil((Date.parse(dueAt) - now) / 1000);

const usePageTime = (): number | undefined => useQueryClient().getQueryData<number>(PAGE_TIME);

/** Whole seconds until `dueAt` by the server's clock, 0 or less afterwards; null without a limit. */
export function useSecondsLeft(dueAt: string | null): number | null {
  const pageTime = usePageTime();
  return useSyncExternalStore(
    subscribe,
    () => (dueAt === null ? null : secondsUntil(dueAt)),
    () => (dueAt === null ? null : secondsUntil(dueAt, pageTime)),
  );
}

/** Whether `dueAt` has passed. It changes once, so that the questions do not rerender every second. */
export function useIsOver(dueAt: string | null): boolean {
  const pageTime = usePageTime();
  return useSyncExternalStore(
    subscribe,
    () => dueAt !== null && secondsUntil(dueAt) <= 0,
    () => dueAt !== null && secondsUntil(dueAt, pageTime) <= 0,
  );
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** "1:02:03", "12:07", "0:09"; more than a day in words. */
export function clockWords(seconds: number): string {
  if (seconds > DAY_SECONDS) return formatMinutes(Math.ceil(seconds / 60));
  const left = Math.max(0, seconds);
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

const ANNOUNCED_MINUTES = [30, 10, 5, 1];

/** What a screen reader hears. A mark that is not below the limit would be announced at the start. */
export function announced(seconds: number, limitSeconds: number): string {
  if (seconds <= 0) return TEXTS.assessing.timeIsUp;
  const minutes = ANNOUNCED_MINUTES.findLast((count) => seconds <= count * 60 && count * 60 < limitSeconds);
  return minutes === undefined ? '' : TEXTS.assessing.lessThanLeft(formatMinutes(minutes));
}
