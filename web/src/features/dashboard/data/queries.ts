import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../../shared/api/calls.ts';

export const preferencesQuery = queryOptions({ ...queryOf('/api/preferences'), staleTime: 60_000 });
