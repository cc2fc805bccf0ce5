import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../api/calls.ts';

/** Outside production the server lists all, else the visitor's own. */
export const schoolsQuery = queryOptions({ ...queryOf('/api/organizations'), retry: false });

/** Whether a link to the programs selects a school, itself or by one of its programs. */
export const namesSchool = (search: URLSearchParams): boolean => search.has('organizationId') || search.has('batchId');
