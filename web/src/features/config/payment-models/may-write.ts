import { can } from '../../../../../domain/access/policy.ts';
import { useActor } from '../../../shared/session/session.ts';

/** Payment models are an Owner's to change. */
export const useCanWrite = (organizationId: string): boolean =>
  can(useActor(), 'paymentModel.write', { organizationId });
