import type { Bulk } from '../../../../../api/contract/bulk.ts';

export const isAtWork = ({ phase }: Pick<Bulk, 'phase'>): boolean => phase === 'running' || phase === 'undoing';

export const isAtWorkFor = (personId: string | null, { phase, startedBy, undo }: Bulk): boolean =>
  (phase === 'running' && startedBy?.id === personId) || (phase === 'undoing' && undo?.startedBy?.id === personId);
