import { queryOptions, useQuery } from '@tanstack/react-query';
import { BUILT_IN_TEMPLATES } from '../../../../domain/email-template/built-in-templates.ts';
import { queryOf } from '../../shared/api/calls.ts';

const emailTemplatesQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/emailTemplates', { query: { organizationId } }), staleTime: 60_000 });

/** Mails about an account or an invitation leave by themselves only; the server refuses them here. */
const NOT_BY_HAND: ReadonlySet<string> = new Set(
  Object.values(BUILT_IN_TEMPLATES).flatMap(({ name, isAboutApplication }) => (isAboutApplication ? [] : [name])),
);

/** The organization's templates that staff may send to applicants; undefined until they are known. */
export function useSendableTemplates(organizationId: string) {
  const { data: templates, error } = useQuery(emailTemplatesQuery(organizationId));
  const sendable = templates?.filter(({ hasSpecialName, name }) => !hasSpecialName || !NOT_BY_HAND.has(name));
  return { sendable, error };
}
