import { queryOf } from '../api/calls.ts';

export const secondFactorsQuery = queryOf('/api/me/second-factors');
