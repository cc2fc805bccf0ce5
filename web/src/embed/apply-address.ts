import { pagePath } from '../../../domain/values/pages.ts';
export interface Program {
  readonly _id: string;
  readonly slug: string | null;
  readonly organizationId: string;
}

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

/** Keeps the school of the frame's address, because the new tab does not share the frame's storage. */
export function programsAddress(search: string): string {
  const organizationId = new URLSearchParams(search).get('organizationId');
  return pagePath('enroll') + (organizationId ? `?${new URLSearchParams({ organizationId })}` : '');
}

export const programAddress = (batchId: string): string => pagePath('batch', { batchId });
