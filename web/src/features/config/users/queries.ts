import { queryOf } from '../../../shared/api/calls.ts';

export const membersQuery = (organizationId: string) => queryOf('/api/users', { query: { organizationId } });

export const invitesQuery = (organizationId: string) => queryOf('/api/signupLinks', { query: { organizationId } });
