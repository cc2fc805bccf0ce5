import { type AllStreamRecordedEvent, streamNameFilter } from '@eventstore/db-client';

/** The id of its first event identifies the log; further events test whether the server accepts writes. */
export const IDENTITY_STREAM = 'intake-identity';

/** Events that the server scans before it reports a checkpoint. */
const SEARCH_WINDOW = 32;
const CHECKPOINT_INTERVAL = 8;

/** False for system events (statistics, metadata, links, tombstones) and for the identity stream. */
export const isOurs = ({ streamId, type }: Pick<AllStreamRecordedEvent, 'streamId' | 'type'>): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$') && streamId !== IDENTITY_STREAM;

/** A server-side filter; the few remaining events are filtered here. */
export const ourEventsFilter = (checkpointReached: (position: bigint) => Promise<void>) =>
  streamNameFilter({
    regex: '^[^$]',
    maxSearchWindow: SEARCH_WINDOW,
    checkpointInterval: CHECKPOINT_INTERVAL,
    checkpointReached: (_, { commit }) => checkpointReached(commit),
  });
