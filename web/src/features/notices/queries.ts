import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/calls.ts';
import { queryOf } from '../../shared/api/calls.ts';

export type Notice = Answer<'GET /api/notices'>[number];

export const noticesQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/notices', { query: { organizationId } }), staleTime: 30_000 });
