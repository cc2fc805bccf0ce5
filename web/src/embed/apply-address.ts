import { pagePath } from '../../../domain/values/pages.ts';
/** What the form's address consists of. */
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

/** The address of the program's form, with slugs where they exist. */
export const applyAddress = (program: Program, organizationSlug: string | undefined, search: string): string =>
  pagePath('applyToBatch', {
    organization: organizationSlug ?? program.organizationId,
    batch: program.slug ?? program._id,
  }) + campaignIn(search);

/** The program's own page, for frames that have nothing to show. */
export const programAddress = (batchId: string): string => pagePath('batch', { batchId });
