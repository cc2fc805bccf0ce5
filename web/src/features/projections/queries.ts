import type { ProjectionOverview } from '../../../../api/contract/projections.ts';
import { queryOf } from '../../shared/api/calls.ts';

export type { ProjectionOverview };

const LOOK_EVERY_MS = 2000;

/** Asked again every 2 s, because progress is not announced. */
export const projectionsQuery = () => ({ ...queryOf('/api/projections'), refetchInterval: LOOK_EVERY_MS });
