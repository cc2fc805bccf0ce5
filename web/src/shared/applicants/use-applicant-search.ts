import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Applicant } from '../../../../api/contract/applications.ts';
import { fullName } from '../../../../domain/application/applicant-name.ts';
import { queryOf } from '../api/calls.ts';

export const applicantSearchQuery = (search: string) =>
  queryOptions({
    ...queryOf('/api/applicants', { query: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 5000,
    gcTime: 60_000,
  });

/**
 * The best ten applicants for a text; `isSearching` while the answer for this very text is missing. One search is under way at a time:
 * if each key began the next one, a fast typist would see no applicants before the last key.
 */
export function useApplicantSearch(text: string) {
  const wanted = text.trim();
  const [search, setSearch] = useState(wanted);
  const { data, error, refetch, isPlaceholderData, isPending, isFetching, failureCount } = useQuery(
    applicantSearchQuery(search),
  );
  const isUnderWay = isFetching && failureCount === 0;
  if (search !== wanted && (!isUnderWay || wanted === '')) setSearch(wanted);
  const isEmpty = wanted === '';
  return {
    applicants: (isEmpty ? undefined : data) ?? NONE,
    isSearching: !isEmpty && error === null && (isPending || isPlaceholderData || search !== wanted),
    error: isEmpty ? null : error,
    refetch: () => void refetch(),
  };
}

const NONE: readonly Applicant[] = [];

export const applicantLabel = ({ email, ...names }: Pick<Applicant, 'firstName' | 'lastName' | 'email'>) =>
  fullName(names) || (email ?? '');

export const applicantDetail = (
  { trackingNumber, email }: Pick<Applicant, 'trackingNumber' | 'email'>,
  batchName?: string,
): string => [`#${trackingNumber}`, batchName, email].filter(Boolean).join(' · ');
