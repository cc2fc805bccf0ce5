import type { Bulk } from '../../../../../api/contract/bulk.ts';

export const isAtWork = ({ phase }: Pick<Bulk, 'phase'>): boolean => phase === 'running' || phase === 'undoing';

/** One that this person has under way, most often begun before the page was loaded anew. */
export const isAtWorkFor = (personId: string | null, { phase, startedBy, undo }: Bulk): boolean =>
  (phase === 'running' && startedBy?.id === personId) || (phase === 'undoing' && undo?.startedBy?.id === personId);
