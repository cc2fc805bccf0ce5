import { type AllStreamRecordedEvent, streamNameFilter } from '@eventstore/db-client';

/** Identifies the log by its first event; further ones test whether the server accepts writes. */
export const IDENTITY_STREAM = 'intake-identity';

const SEARCH_WINDOW = 32;
const CHECKPOINT_INTERVAL = 8;

export const isOurs = ({ streamId, type }: Pick<AllStreamRecordedEvent, 'streamId' | 'type'>): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$') && streamId !== IDENTITY_STREAM;

/** Server-side; the few remaining events are filtered here. */
export const ourEventsFilter = (checkpointReached: (position: bigint) => Promise<void>) =>
  streamNameFilter({
    regex: '^[^$]',
    maxSearchWindow: SEARCH_WINDOW,
    checkpointInterval: CHECKPOINT_INTERVAL,
    checkpointReached: (_, { commit }) => checkpointReached(commit),
  });
