import type { Organization } from '../../../api/contract/organizations.ts';
import { pagePath } from '../../../domain/values/pages.ts';

export interface Program {
  readonly _id: string;
  readonly slug: string | null;
  readonly organizationId: string;
}

type School = Pick<Organization, '_id' | 'slug'>;

/** The utm parameters of the frame's address; nothing else is passed on. */
function campaignIn(search: string): string {
  const campaign = [...new URLSearchParams(search)].filter(([name]) => name.startsWith('utm_'));
  return campaign.length > 0 ? `?${new URLSearchParams(campaign)}` : '';
}

export const applyAddress = (program: Program, organizationSlug: string | undefined, search: string): string =>
  pagePath('applyToBatch', {
    organization: organizationSlug ?? program.organizationId,
    batch: program.slug ?? program._id,
  }) + campaignIn(search);

/** Names the school, because the new tab does not share the frame's storage, and its host may serve several. */
export const programsAddress = ({ _id, slug }: School): string => pagePath('applyTo', { organization: slug || _id });

export const programAddress = (batchId: string): string => pagePath('batch', { batchId });
