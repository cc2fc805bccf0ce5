import { queryOf } from '../../shared/api/calls.ts';

/** The signed-in person's payment accounts at the current school. */
export const myPaymentAccountsQuery = queryOf('/api/myPaymentAccounts');
