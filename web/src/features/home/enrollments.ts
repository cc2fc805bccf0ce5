import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { isLocked } from '../../../../domain/application/statuses.ts';
import { hasStarted } from '../../../../domain/batch/status.ts';

export interface Enrollment {
  readonly application: ApplicationView;
  readonly batch: Batch | undefined;
}

export const enrollmentsOf = (
  applications: readonly ApplicationView[],
  batches: readonly Batch[] = [],
): readonly Enrollment[] =>
  applications.map((application) => ({ application, batch: batches.find(({ _id }) => _id === application.batchId) }));

export const isPast = ({ application, batch }: Enrollment): boolean =>
  isLocked(application.status) || application.status === 'CONTRACT DECLINED' || hasStarted(batch?.status);
