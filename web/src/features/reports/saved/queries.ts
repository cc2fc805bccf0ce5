import { queryOptions } from '@tanstack/react-query';
import type { ReportQuestion } from '../../../../../domain/saved-report/details.ts';
import { questionOf } from '../../../../../domain/saved-report/question.ts';
import { call, keyOf, queryOf } from '../../../shared/api/calls.ts';
import { ofMoment } from '../../../shared/as-of/use-past.ts';

export const reportsQuery = (organizationId: string, asOf: string | null = null) =>
  queryOf('/api/reports', { query: { organizationId, ...ofMoment(asOf) } });

export const reportQuery = (id: string) => queryOf('/api/reports/{id}', { params: { id } });

export const reportVersionQuery = (id: string, version: number) =>
  queryOf('/api/reports/{id}', { params: { id }, query: { version: String(version) } });

export const reportResultQuery = (id: string, asOf: string | null = null) =>
  queryOf('/api/reports/{id}/result', { params: { id }, query: ofMoment(asOf) });

export const catalogueQuery = (organizationId: string) =>
  queryOf('/api/reportCatalogue', { query: { organizationId } });

export const previewQuery = (organizationId: string, question: ReportQuestion) =>
  queryOptions({
    queryKey: [...keyOf('/api/reports'), 'preview', organizationId, question],
    queryFn: ({ signal }) =>
      call('POST /api/reportPreview', { query: { organizationId }, body: questionOf(question), signal }),
    staleTime: 10_000,
    retry: false,
  });
