import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { useActor } from '../../../shared/session/session.ts';

/** Whether this person may change, pin and delete the report. */
export function useMayChange({ organizationId, createdBy }: SavedReport): boolean {
  const actor = useActor();
  return can(actor, 'report.change', { organizationId, isOwn: createdBy !== null && createdBy === actor.id });
}
