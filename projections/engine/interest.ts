import type { Interest } from '../../domain/event-sourcing/interest.ts';
import { ERASURE } from './erasure.ts';
import type { AnyProjection } from './projection.ts';

/** What a pass over the log reads for these projections. */
export function interestOf(projections: readonly AnyProjection[]): Interest {
  const organizations = projections.map(({ organization }) => organization);
  return {
    types: new Set([ERASURE, ...projections.flatMap(({ on }) => Object.keys(on))]),
    organizations: organizations.every((one) => one !== undefined) ? new Set(organizations) : null,
    isPersonal: projections.some(({ isPersonal = true }) => isPersonal),
  };
}
