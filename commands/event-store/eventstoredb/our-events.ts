import { type AllStreamRecordedEvent, streamNameFilter } from '@eventstore/db-client';

/** Its first event's id names the log; what follows are trials of whether the server takes writes. */
export const IDENTITY_STREAM = 'intake-identity';

/** How many events the server looks through at a time before it says how far it has come. */
const SEARCH_WINDOW = 32;
const CHECKPOINT_INTERVAL = 8;

/** Neither the server's own (statistics, metadata, links, tombstones) nor the log's name. */
export const isOurs = ({ streamId, type }: Pick<AllStreamRecordedEvent, 'streamId' | 'type'>): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$') && streamId !== IDENTITY_STREAM;

/** Lets the server leave out what is not ours; the few that remain are left out here. */
export const ourEventsFilter = (checkpointReached: (position: bigint) => Promise<void>) =>
  streamNameFilter({
    regex: '^[^$]',
    maxSearchWindow: SEARCH_WINDOW,
    checkpointInterval: CHECKPOINT_INTERVAL,
    checkpointReached: (_, { commit }) => checkpointReached(commit),
  });
