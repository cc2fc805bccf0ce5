import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { addressOf } from '../../../shared/api/api-client.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { type OverviewAddress, readOverview } from './overview-address.ts';

/** The server's text for an invalid custom period. */
export function problemIn({ period, from, to }: Pick<OverviewAddress, 'period' | 'from' | 'to'>): string | null {
  if (period !== 'custom') return null;
  if (from === '' || to === '') return TEXTS.reports.bothDates;
  return from > to ? TEXTS.reports.datesInOrder : null;
}

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

/** Of now. */
export const overviewQueryAt = (search: URLSearchParams) => overviewQuery(readOverview(search), null);
export const overviewAddressAt = (search: URLSearchParams) =>
  addressOf('/api/reports/overview', asked(readOverview(search), null));
