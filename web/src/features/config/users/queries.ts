import { queryOf } from '../../../shared/api/calls.ts';
import { ofMoment } from '../../../shared/as-of/use-past.ts';

export const membersQuery = (organizationId: string, asOf: string | null) =>
  queryOf('/api/users', { query: { organizationId, ...ofMoment(asOf) } });

export const invitesQuery = (organizationId: string) => queryOf('/api/signupLinks', { query: { organizationId } });
