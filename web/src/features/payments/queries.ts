import { queryOf } from '../../shared/api/calls.ts';

export const myPaymentAccountsQuery = queryOf('/api/myPaymentAccounts');
