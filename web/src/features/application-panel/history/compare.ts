import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { CORE_FIELDS } from '../../../../../domain/application/core-fields.ts';
import type { ProcessOutline } from '../../../shared/application/outline.ts';
import { inWords, type Names } from '../../../shared/history/sentences.ts';

export interface Compared {
  readonly label: string;
  readonly past: string | null;
  readonly present: string | null;
  readonly isDifferent: boolean;
}

const CORE = Object.entries(CORE_FIELDS).flatMap(([name, { label }]) => (label ? [[name, label] as const] : []));

export function compare(
  then: ApplicationView,
  now: ApplicationView,
  outline: ProcessOutline,
  names: Names,
): readonly Compared[] {
  const custom = new Map([...outline.columns, ...outline.questions].map(({ name, label }) => [name, label]));
  for (const [name] of CORE) custom.delete(name);
  return [...CORE, ...custom].flatMap(([name, label]): Compared[] => {
    const read = (application: ApplicationView): string | null => {
      if (name === 'userId') return application.userId ? 'yes' : null;
      return inWords(application[name], name, names);
    };
    const [before, after] = [read(then), read(now)];
    if (before === null && after === null) return [];
    return [{ label, past: before, present: after, isDifferent: before !== after }];
  });
}
