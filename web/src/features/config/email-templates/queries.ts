import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { type CallInput, call, keyOf, queryOf } from '../../../shared/api/calls.ts';
import { ofMoment } from '../../../shared/as-of/use-past.ts';

export const emailTemplatesQuery = (organizationId: string, asOf: string | null) =>
  queryOf('/api/emailTemplates', { query: { organizationId, ...ofMoment(asOf) } });

export const emailTemplateQuery = (id: string) => queryOf('/api/emailTemplates/{id}', { params: { id } });

export const emailTemplateVersionQuery = (id: string, version: number) =>
  queryOf('/api/emailTemplates/{id}', { params: { id }, query: { version: String(version) } });

/** The applicants that a search finds, at most ten. */
export const applicantsQuery = (organizationId: string, search: string) =>
  queryOptions({
    ...queryOf('/api/applicants', { query: { organizationId, search } }),
    ...(search === '' ? { queryFn: skipToken } : {}),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const previewQuery = (organizationId: string, body: CallInput<'POST /api/sendEmailTemplate/preview'>['body']) =>
  queryOptions({
    queryKey: [...keyOf('/api/emailTemplates'), 'preview', organizationId, body],
    queryFn: ({ signal }) => call('POST /api/sendEmailTemplate/preview', { query: { organizationId }, body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
