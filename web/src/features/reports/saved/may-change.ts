import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { useActor } from '../../../shared/session/session.ts';

/** Whether this person may change, pin and delete the report here: in the past nothing is changed. */
export function useMayChange({ organizationId, createdBy }: SavedReport): boolean {
  const actor = useActor();
  const isNow = usePosition() === null;
  return isNow && can(actor, 'report.change', { organizationId, isOwn: createdBy !== null && createdBy === actor.id });
}
