import type { BatchStatus } from '../batch/status.ts';
import { LIMITS } from '../limits/limits.ts';
import { counted, grouped } from '../text/counted.ts';

interface Course {
  readonly name: string;
  readonly status: BatchStatus;
  /** ISO-8601; null before it opened. */
  readonly openedAt: string | null;
}

/** Names in the sentence; the others are counted. */
const MOST_NAMES = 5;

/** The courses that have opened: Open ones first, because each of them is forecast; the newest first. */
export const inForecastOrder = <Each extends Course>(courses: readonly Each[]): readonly Each[] =>
  courses
    .filter(({ openedAt }) => openedAt !== null)
    .toSorted(
      (one, other) =>
        Number(other.status === 'Open') - Number(one.status === 'Open') ||
        (other.openedAt ?? '').localeCompare(one.openedAt ?? ''),
    );

/** Takes each course that still has room, so that one large course does not empty the forecast. */
export function withinRoom<Each extends { readonly applications: number }>(
  courses: readonly Each[],
  room: number,
): readonly Each[] {
  let left = room;
  return courses.filter(({ applications }) => {
    if (applications > left) return false;
    left -= applications;
    return true;
  });
}

/** Null if nothing is left out. */
export function leftOutOf(courses: readonly Course[]) {
  if (courses.length === 0) return null;
  const names = courses.filter(({ status }) => status === 'Open').map(({ name }) => `“${name}”`);
  const past = courses.length - names.length;
  const more = names.length > MOST_NAMES ? ', …' : '';
  const parts = [
    ...(names.length > 0
      ? [`${counted(names.length, 'Open course', 'Open courses')} (${names.slice(0, MOST_NAMES).join(', ')}${more})`]
      : []),
    ...(past > 0 ? [counted(past, 'past course', 'past courses')] : []),
  ];
  const sentence = `A forecast uses at most ${LIMITS.forecastCourses} courses with ${grouped(LIMITS.forecastApplications)} applications together, Open courses first. Left out: ${parts.join(' and ')}.`;
  return { open: names.length, past, sentence };
}
