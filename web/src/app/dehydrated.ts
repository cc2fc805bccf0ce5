import type { DehydratedState } from '@tanstack/react-query';

/**
 * A dehydrated cache as if all of its answers came at that time, in milliseconds since the epoch. The server writes 0, so that
 * equal answers make equal pages; the browser counts by its own clock from the moment it hydrates.
 */
export const answeredAt = ({ queries, mutations }: DehydratedState, at: number): DehydratedState => ({
  mutations,
  queries: queries.map((query) => ({ ...query, dehydratedAt: at, state: { ...query.state, dataUpdatedAt: at } })),
});
