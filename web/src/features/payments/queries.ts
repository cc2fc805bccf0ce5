import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/calls.ts';

/** The signed-in person's payment accounts at the current school. */
export const myPaymentAccountsQuery = queryOptions({
  queryKey: ['payments', 'mine'],
  queryFn: ({ signal }) => call('myPaymentAccounts', { signal }),
});
