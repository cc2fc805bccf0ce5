import { pagePath } from '../../../domain/values/pages.ts';
/** What the address of the program's form is made of. */
export interface Program {
  readonly _id: string;
  readonly slug: string | null;
  readonly organizationId: string;
}

/** The campaign that the frame was given goes on to the application; nothing else of the frame's address does. */
function campaignIn(search: string): string {
  const campaign = [...new URLSearchParams(search)].filter(([name]) => name.startsWith('utm_'));
  return campaign.length > 0 ? `?${new URLSearchParams(campaign)}` : '';
}

/** The program's form, at an address that people can read where there is one. */
export const applyAddress = (program: Program, organizationSlug: string | undefined, search: string): string =>
  pagePath('applyToBatch', {
    organization: organizationSlug ?? program.organizationId,
    batch: program.slug ?? program._id,
  }) + campaignIn(search);

/** The program's own page, where the frame has nothing to show. */
export const programAddress = (batchId: string): string => pagePath('batch', { batchId });
