import { type BatchStatus, isOngoing } from './status.ts';

interface Course {
  readonly _id: string;
  readonly name: string;
  readonly status: BatchStatus;
}

/** A rule, so that a link still means *Active Only* after another program has opened. */
export const COURSE_RULES = {
  active: { label: 'Active Only', passes: isOngoing },
  all: { label: 'Select All', passes: () => true },
  none: { label: 'Clear', passes: () => false },
  fullStack: { label: 'All Full Stack', passes: ({ name }: Course) => /full[\s-]?stack/i.test(name) },
  java: { label: 'All Java', passes: ({ name }: Course) => /\bjava\b/i.test(name) },
} as const satisfies Record<string, { label: string; passes: (course: Course) => boolean }>;

export type CourseRule = keyof typeof COURSE_RULES;
export const COURSE_RULE_NAMES = Object.keys(COURSE_RULES) as readonly CourseRule[];
export const DEFAULT_COURSES: CourseRule = 'active';

const isRule = (text: string): text is CourseRule => Object.hasOwn(COURSE_RULES, text);

function read(text: string): { readonly rule: CourseRule; readonly turned: ReadonlySet<string> } {
  const [first = '', ...others] = text.split(',');
  return isRule(first)
    ? { rule: first, turned: new Set(others) }
    : { rule: 'none', turned: new Set([first, ...others]) };
}

/** `text` is a rule with the ids of courses that invert it, such as `active,id`. Ids alone choose these courses. */
export function chosenIn<C extends Course>(courses: readonly C[], text: string): readonly C[] {
  const { rule, turned } = read(text);
  return courses.filter((course) => COURSE_RULES[rule].passes(course) !== turned.has(course._id));
}

export function toggledCourse(text: string, id: string): string {
  const { rule, turned } = read(text);
  const next = new Set(turned);
  if (!next.delete(id)) next.add(id);
  return [rule, ...next].filter(Boolean).join(',');
}

export const onlyCourses = (ids: readonly string[]): string => ['none', ...ids].join(',');
export const onlyCourse = (id: string): string => onlyCourses([id]);
export const turnedCourses = (text: string): number => read(text).turned.size;
