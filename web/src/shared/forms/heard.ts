import type { Tracking } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import type { Field } from './field-errors.ts';

export const NO_TRACKING: Tracking = { source: null, medium: null, campaign: null, term: null, content: null };

/** A reserved name: no field of a process has it. */
export const HEARD = 'tracking';

export const heardField: Field = {
  name: HEARD,
  label: TEXTS.forms.whereDidYouHear,
  dataType: 'select',
  required: true,
  options: TEXTS.forms.whereDidYouHearOptions,
};

/** What was chosen, or null: a link's own words are no answer. */
export const heardIn = ({ source, medium }: Tracking): string | null =>
  [medium, source].find((one) => one !== null && TEXTS.forms.whereDidYouHearOptions.includes(one)) ?? null;

/** The answer is the source, or the medium if the visit came with a source but no medium. */
export function withHeard(tracking: Tracking, heard: string | undefined): Tracking {
  if (!heard) return tracking;
  return tracking.source === null ? { ...tracking, source: heard } : { ...tracking, medium: tracking.medium ?? heard };
}
