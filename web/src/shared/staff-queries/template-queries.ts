import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApplicationStatus } from '../../../../domain/application/statuses.ts';
import { BUILT_IN_TEMPLATES } from '../../../../domain/email-template/built-in-templates.ts';
import { queryOf } from '../api/calls.ts';

const emailTemplatesQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/emailTemplates', { query: { organizationId } }), staleTime: 60_000 });

/** Emails about accounts and invitations are sent automatically only; the server refuses to send them by hand. */
const NOT_BY_HAND: ReadonlySet<string> = new Set(
  Object.values(BUILT_IN_TEMPLATES).flatMap(({ name, isAboutApplication }) => (isAboutApplication ? [] : [name])),
);

export function useSendableTemplates(organizationId: string) {
  const { data: templates, error } = useQuery(emailTemplatesQuery(organizationId));
  const sendable = templates?.filter(({ hasSpecialName, name }) => !hasSpecialName || !NOT_BY_HAND.has(name));
  return { sendable, error };
}

/** Buttons beside a saved status. */
const MOST_OFFERED = 3;

/** The emails that go with a status. */
export function useTemplatesOf(organizationId: string, status: ApplicationStatus | null) {
  const { sendable = [] } = useSendableTemplates(organizationId);
  return sendable.filter(({ statuses }) => status !== null && statuses.includes(status)).slice(0, MOST_OFFERED);
}
