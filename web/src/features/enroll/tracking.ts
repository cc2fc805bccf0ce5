import type { Tracking } from '../../../../api/contract/applications.ts';
import { type BrowserStorage, forThisVisit } from '../../shared/browser/browser-storage.ts';
import { NO_TRACKING } from '../../shared/forms/heard.ts';

const NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const;

export function trackingIn(search: string): Tracking | null {
  const parameters = new URLSearchParams(search);
  const tracking: Tracking = { ...NO_TRACKING };
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
    return landing ?? NO_TRACKING;
  },
});

export const visit = visitTracking(forThisVisit);
