import type { Batch } from '../../../../api/contract/batches.ts';
import { isOngoing } from '../../../../domain/batch/status.ts';

type Named = Pick<Batch, '_id' | 'name' | 'status'>;

/** Courses chosen by a rule, so that a link still means *Active Only* after another program has opened. */
export const COURSE_RULES = {
  active: { label: 'Active Only', passes: (batch: Named) => isOngoing(batch) },
  all: { label: 'Select All', passes: (_: Named) => true },
  none: { label: 'Clear', passes: (_: Named) => false },
  fullStack: { label: 'All Full Stack', passes: ({ name }: Named) => /full[\s-]?stack/i.test(name) },
  java: { label: 'All Java', passes: ({ name }: Named) => /\bjava\b/i.test(name) },
} as const;

export type CourseRule = keyof typeof COURSE_RULES;
export const COURSE_RULE_NAMES = Object.keys(COURSE_RULES) as readonly CourseRule[];

const DEFAULT_RULE: CourseRule = 'active';
const isRule = (text: string): text is CourseRule => Object.hasOwn(COURSE_RULES, text);

/** The chosen courses; `text` is a rule's name or ids, null the default rule. Unknown ids are dropped. */
export function chosenIn<B extends Named>(batches: readonly B[], text: string | null): readonly B[] {
  const rule = text === null ? DEFAULT_RULE : isRule(text) ? text : null;
  if (rule !== null) return batches.filter(COURSE_RULES[rule].passes);
  const ids = new Set(text?.split(','));
  return batches.filter(({ _id }) => ids.has(_id));
}

/** For the address: null is the default rule. */
export const courseRuleText = (rule: CourseRule): string | null => (rule === DEFAULT_RULE ? null : rule);

export function toggledCourse(batches: readonly Named[], text: string | null, id: string): string {
  const ids = new Set(chosenIn(batches, text).map(({ _id }) => _id));
  if (!ids.delete(id)) ids.add(id);
  return ids.size > 0 ? [...ids].join(',') : 'none';
}
