import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type RangeProblem, rangeProblem } from '../../../../../domain/reports/periods.ts';
import { addressOf } from '../../../shared/api/api-client.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { type OverviewAddress, readOverview } from './overview-address.ts';

/** Of a custom period: such a question is not sent. */
export const problemIn = ({
  period,
  from,
  to,
}: Pick<OverviewAddress, 'period' | 'from' | 'to'>): RangeProblem | null =>
  period === 'custom' ? rangeProblem({ from, to }) : null;

const asked = ({ courses, period, from, to, interval, completeOnly }: OverviewAddress, asOf: string | null) => ({
  courses,
  period,
  ...(period === 'custom' && { from, to }),
  interval,
  ...(completeOnly && { complete: '1' as const }),
  ...(asOf !== null && { asOf }),
});

export const overviewQuery = (address: OverviewAddress, asOf: string | null) =>
  queryOptions({
    ...queryOf('/api/reports/overview', { query: asked(address, asOf) }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });

/** Null if the page of the address does not ask the server. */
function askedAt(search: URLSearchParams): OverviewAddress | null {
  const address = readOverview(search);
  return problemIn(address) === null ? address : null;
}

/** Of now. */
export function overviewQueryAt(search: URLSearchParams) {
  const address = askedAt(search);
  return address && overviewQuery(address, null);
}
export function overviewAddressAt(search: URLSearchParams): string | null {
  const address = askedAt(search);
  return address && addressOf('/api/reports/overview', asked(address, null));
}
