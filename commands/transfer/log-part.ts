import { apiToken } from '../../domain/api-token/api-token.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf, streamOf } from '../../domain/event-sourcing/streams.ts';
import { file } from '../../domain/file/file.ts';
import type { RegistryEvent } from '../../domain/registry/events.ts';
import { ORGANIZATION_REGISTRY, registry } from '../../domain/registry/registry.ts';
import { user } from '../../domain/user/user.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import { hashOf, splitMetadata, withHash } from '../event-store/event-hash.ts';
import { type EventStore, NO_STREAM, START, type StoredEvent } from '../event-store/port.ts';
import type { VAULT_COLLECTIONS, VaultCollectionName } from '../vault/collections.ts';
import { DERIVED_KEYS, newDerivedKeys } from '../vault/derived-keys.ts';
import { createMeter, type OnTransferProgress } from './progress.ts';
import type { VaultDocument, VaultEntry } from './vault-entries.ts';
import { WITHOUT_KEYS } from './without-keys.ts';

/** What an export takes from the log and the vault. */
export interface LogPart {
  readonly isWhole: boolean;
  /** Called first: the export ends at this position. */
  choose(head: bigint): Promise<void>;
  /** The event as it is exported, or null. Called in the order of the log. */
  take(stored: StoredEvent, recorded: Recorded<AnyEvent> | DamagedEvent): StoredEvent | null;
  /** The same entry, a decrypted one instead of it, or null. */
  takeEntry(entry: VaultEntry): VaultEntry | null;
}

export const WHOLE_LOG: LogPart = {
  isWhole: true,
  choose: async () => undefined,
  take: (stored) => stored,
  takeEntry: (entry) => entry,
};

const PAGE = 500;
const NAMES_OF_ALL = streamOf(registry.category, ORGANIZATION_REGISTRY);

/**
 * The streams of one organization, the accounts of its members and applicants, and its own names, with what the vault holds
 * of these. The names of all organizations share one stream: those of this one are numbered and hashed anew.
 */
export function partOfOrganization(organizationId: string, store: EventStore, onProgress: OnTransferProgress): LogPart {
  let streams: ReadonlySet<string> = new Set();
  let ids: ReadonlySet<string> = new Set();
  const names = { revision: NO_STREAM, hash: '' };

  function renumbered(stored: StoredEvent): StoredEvent {
    const { withoutHash = '' } = splitMetadata(stored.metadata) ?? {};
    const metadata = JSON.stringify({ ...JSON.parse(withoutHash), prev: names.hash });
    names.revision += 1;
    names.hash = hashOf(names.hash, { ...stored, revision: names.revision }, metadata);
    return { ...stored, revision: names.revision, metadata: withHash(metadata, names.hash) };
  }

  const ofStream = (category: string, id: unknown) => streams.has(`${category}-${id}`);
  const ofAccount = ({ userId }: VaultDocument) => ofStream(user.category, userId);
  const ofOrganization = (document: VaultDocument) => document.organizationId === organizationId;
  /** `about` is a stream of this or another organization. */
  const ofAccountHere = (document: VaultDocument) =>
    ofAccount(document) && (document.about === null || ids.has(String(document.about)));
  const holds: Readonly<Record<MovingCollection, (document: VaultDocument) => boolean>> = {
    apiTokenUses: ({ _id }) => ofStream(apiToken.category, _id),
    authenticators: ofAccount,
    drafts: ofAccountHere,
    identity: () => true,
    invitationLinks: ofOrganization,
    oneTimeTokens: ({ subject, refs }) => {
      const { applicationId } = refs as { readonly applicationId?: string };
      return streams.has(String(subject)) && (applicationId === undefined || ids.has(applicationId));
    },
    outbox: ofOrganization,
    passkeys: ofAccount,
    passwords: ofAccount,
    preferences: ofAccountHere,
    secrets: ({ owner }) => owner === organizationId || streams.has(String(owner)),
    signIns: ofOrganization,
    subjectKeys: ({ _id }) => streams.has(_id),
    trackingNumbers: ofOrganization,
    unusedFiles: ({ _id }) => ofStream(file.category, _id),
    webhookJobs: ofOrganization,
    webhookMessages: ofOrganization,
    webhookProgress: ofOrganization,
  };

  return {
    isWhole: false,
    async choose(head) {
      streams = await streamsOf(organizationId, head, store, onProgress);
      ids = new Set([...streams].map(idOf));
    },
    take(stored, recorded) {
      if (stored.stream !== NAMES_OF_ALL) return streams.has(stored.stream) ? stored : null;
      if (recorded instanceof DamagedEvent) return null;
      return (recorded.data as RegistryEvent['data']).ownerId === organizationId ? renumbered(stored) : null;
    },
    takeEntry(entry) {
      const { collection, document } = entry;
      // Whoever holds them could make cookies of applicants, and positions in the former log mean others in the new one.
      if (collection === 'identity' && document._id === DERIVED_KEYS) {
        return { collection, document: { ...document, sealed: newDerivedKeys() } };
      }
      return holds[collection as MovingCollection](document) ? entry : null;
    },
  };
}

type MovingCollection = {
  [Name in VaultCollectionName]: (typeof VAULT_COLLECTIONS)[Name]['moves'] extends 'never' ? never : Name;
}[VaultCollectionName];

/** A stream belongs to the organization of its first event. Accounts belong to none: those that the organization's events name come along. */
async function streamsOf(
  organizationId: string,
  head: bigint,
  store: EventStore,
  onProgress: OnTransferProgress,
): Promise<ReadonlySet<string>> {
  const show = createMeter('Choosing streams', onProgress);
  const streams = new Set<string>();
  const accounts = new Set<string>();
  let read = 0;
  for (let after = START; after < head; ) {
    const page = await store.readAll({ after, limit: PAGE });
    if (page.position <= after) break;
    for (const event of await WITHOUT_KEYS.inspect(page.events.filter(({ position }) => position <= head))) {
      read += 1;
      // Writing them will refuse the damage.
      if (event instanceof DamagedEvent) continue;
      const { stream, revision, metadata } = event;
      const isShared = stream === NAMES_OF_ALL || categoryOf(stream) === user.category;
      if (!isShared && revision === 0 && metadata.organizationId === organizationId) streams.add(stream);
      if (!streams.has(stream)) continue;
      const { userId } = event.data as { readonly userId?: unknown };
      if (typeof userId === 'string') accounts.add(streamOf(user.category, userId));
    }
    after = page.position < head ? page.position : head;
    show(read, store.arePositionsDense ? Number(head) : Math.round((read * Number(head)) / Number(after)));
  }
  return streams.union(accounts);
}
