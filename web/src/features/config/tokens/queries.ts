import { queryOf } from '../../../shared/api/calls.ts';

export const tokensQuery = (organizationId: string) => queryOf('/api/tokens', { query: { organizationId } });
