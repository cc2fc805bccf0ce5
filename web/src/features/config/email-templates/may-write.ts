import { can } from '../../../../../domain/access/policy.ts';
import { useActor } from '../../../shared/session/session.ts';

export const useCanWrite = (organizationId: string): boolean =>
  can(useActor(), 'emailTemplate.write', { organizationId });
