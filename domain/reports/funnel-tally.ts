import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { currentStatus, hasEnded, hasSigned, type Journey } from './journey.ts';

const DAY_MS = 86_400_000;

interface StatusTally {
  reached: number;
  /** In it now. */
  here: number;
  /** Ended from it. */
  left: number;
  /** Days from applying to the first time in the status. */
  readonly toReach: number[];
  /** Days until it was left, summed over several stays; a stay that lasts is not finished and does not count. */
  readonly spent: number[];
}

/** The last status before it ended; null if it has not ended. */
export function leftFrom(journey: Journey): ApplicationStatus | null {
  if (!hasEnded(currentStatus(journey))) return null;
  return journey.stays.findLast(({ status }) => !hasEnded(status))?.status ?? 'NEW';
}

/** What a funnel counts, in one pass over the applications, so that it can be made in parts. */
export class FunnelTally {
  applied = 0;
  signed = 0;
  ended = 0;
  readonly #statuses = new Map<ApplicationStatus, StatusTally>(
    APPLICATION_STATUSES.map((status) => [status, { reached: 0, here: 0, left: 0, toReach: [], spent: [] }]),
  );

  static of(journeys: readonly Journey[]): FunnelTally {
    const tally = new FunnelTally();
    for (const journey of journeys) tally.add(journey);
    return tally;
  }

  get open(): number {
    return this.applied - this.signed - this.ended;
  }

  in(status: ApplicationStatus): StatusTally {
    return this.#statuses.get(status) as StatusTally;
  }

  add(journey: Journey): void {
    const now = currentStatus(journey);
    this.applied += 1;
    if (hasSigned(now)) this.signed += 1;
    if (hasEnded(now)) this.ended += 1;
    this.in(now).here += 1;
    const from = leftFrom(journey);
    if (from) this.in(from).left += 1;
    const applied = Date.parse(journey.appliedAt);
    const spent = new Map<ApplicationStatus, number>();
    const reached = new Set<ApplicationStatus>();
    let since = Number.NaN;
    for (const { status, from: start, to } of journey.stays) {
      const begun = Number.isNaN(since) ? Date.parse(start) : since;
      if (!reached.has(status)) {
        reached.add(status);
        this.in(status).reached += 1;
        this.in(status).toReach.push((begun - applied) / DAY_MS);
      }
      since = to === null ? Number.NaN : Date.parse(to);
      if (to !== null) spent.set(status, (spent.get(status) ?? 0) + (since - begun) / DAY_MS);
    }
    for (const [status, days] of spent) this.in(status).spent.push(days);
  }
}
