import type { Tracking } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { type BrowserStorage, forThisVisit } from '../../shared/browser/browser-storage.ts';
import type { Field } from '../../shared/forms/field-errors.ts';

const NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const;
const NONE: Tracking = { source: null, medium: null, campaign: null, term: null, content: null };

export function trackingIn(search: string): Tracking | null {
  const parameters = new URLSearchParams(search);
  const tracking: Tracking = { ...NONE };
  for (const name of NAMES) {
    const value = parameters.get(`utm_${name}`)?.trim().slice(0, 500);
    if (value) tracking[name] = value;
  }
  return NAMES.some((name) => tracking[name] !== null) ? tracking : null;
}

const LANDING = 'intake.landing';

/** Keeps the first utm parameters of a visit per organization; without one they wait until it is known. */
export const visitTracking = (kept: BrowserStorage) => ({
  begin(search: string): void {
    const found = trackingIn(search);
    if (found) kept.write(LANDING, found);
  },
  of(organizationId: string): Tracking {
    const key = `intake.tracking.${organizationId}`;
    const landing = kept.read<Tracking>(LANDING);
    kept.remove(LANDING);
    const first = kept.read<Tracking>(key);
    if (first) return first;
    if (landing) kept.write(key, landing);
    return landing ?? NONE;
  },
});

export const visit = visitTracking(forThisVisit);

/** A reserved name: no field of a process has it. */
export const HEARD = 'tracking';

export const heardField: Field = {
  name: HEARD,
  label: TEXTS.forms.whereDidYouHear,
  dataType: 'select',
  required: true,
  options: TEXTS.forms.whereDidYouHearOptions,
};

/** The answer is the source, or the medium if the visit came with a source but no medium. */
export function withHeard(tracking: Tracking, heard: string | undefined): Tracking {
  if (!heard) return tracking;
  return tracking.source === null ? { ...tracking, source: heard } : { ...tracking, medium: tracking.medium ?? heard };
}
