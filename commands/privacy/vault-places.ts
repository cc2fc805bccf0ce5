import type { VaultCollectionName } from '../vault/collections.ts';
import type { Vault } from '../vault/vault.ts';
import { type Person, subjectsOf } from './person.ts';
import type { Place } from './place.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly _id: string };

type Reach =
  | {
      readonly indexes: readonly string[];
      /** A filter; null if nothing of this person can be in the collection. */
      readonly of: (person: Person) => Readonly<Record<string, string | readonly string[]>> | null;
      readonly tell?: (entry: Entry) => unknown;
    }
  | { readonly nobodys: string }
  | { readonly elsewhere: string };

const ofAccount = ({ accountId }: Person) => (accountId === null ? null : { userId: accountId });

/** Covers every collection, so each new one needs a decision. */
const REACHES: Readonly<Record<VaultCollectionName, Reach>> = {
  apiTokenUses: { nobodys: 'when integrations last called' },
  anchors: { nobodys: 'positions and digests' },
  attemptCounts: { nobodys: 'ids and addresses of networks, which run out within minutes' },
  authenticators: { indexes: ['userId'], of: ofAccount, tell: ({ addedAt }) => ({ authenticatorAppAddedAt: addedAt }) },
  backups: { nobodys: 'when the last backup was made' },
  demos: { nobodys: 'how far the demo has come' },
  drafts: { elsewhere: 'personal-documents-place.ts, which has the key' },
  identity: { nobodys: 'keys for all' },
  invitationLinks: { elsewhere: 'invitations-place.ts, which has the key' },
  leases: { nobodys: 'running processes' },
  loginRequests: {
    indexes: ['stream', 'expiresAt'],
    of: (person) => ({ stream: subjectsOf(person) }),
    tell: ({ expiresAt }) => ({ kind: 'login-link', expiresAt }),
  },
  masterKey: { nobodys: 'a check value, and during a rotation both keys' },
  moves: { nobodys: 'how far an import has come' },
  oneTimeTokens: {
    indexes: ['subject', 'expiresAt'],
    of: (person) => ({ subject: subjectsOf(person) }),
    tell: ({ kind, expiresAt }) => ({ kind, expiresAt }),
  },
  outbox: { elsewhere: 'emails-place.ts: its entries hold references only, the emails are files' },
  ownLog: { nobodys: 'the id of the log' },
  passkeys: { indexes: ['userId'], of: ofAccount, tell: ({ addedAt }) => ({ passkeyAddedAt: addedAt }) },
  passwords: { indexes: ['userId'], of: ofAccount, tell: ({ createdAt }) => ({ setAt: createdAt }) },
  preferences: { elsewhere: 'personal-documents-place.ts, which has the key' },
  providerCalls: { nobodys: 'times and answers of the last calls, with ids of applications' },
  reactionCheckpoints: { nobodys: 'positions' },
  requestKeys: { nobodys: 'keyed hashes, for a day' },
  secrets: { nobodys: 'keys of organizations to outside services' },
  securityLog: { elsewhere: 'security-log-place.ts, which keeps what happened' },
  sessions: {
    indexes: ['userId', 'lastUsedAt', 'createdAt'],
    of: ofAccount,
    tell: ({ createdAt, lastUsedAt, device, network }) => ({ createdAt, lastUsedAt, device, network }),
  },
  signIns: { indexes: ['userId'], of: ofAccount, tell: ({ organizationId, at }) => ({ organizationId, lastAt: at }) },
  subjectKeys: { elsewhere: 'the erasure itself, which puts tombstones in their place' },
  trackingNumbers: { nobodys: 'numbers that are taken' },
  unusedFiles: { nobodys: 'ids of files, and since when they wait' },
  usage: { nobodys: 'numbers of bytes by ids and networks, which run out within a month' },
  webhookJobs: { nobodys: 'numbers of events that staff sent again' },
  webhookMessages: { elsewhere: 'the erasure of the key, which seals the answers of targets; the rest are references' },
  webhookProgress: { nobodys: 'how far webhooks have come' },
  verifications: { nobodys: 'positions and times, and what is damaged' },
};

export const vaultPlaces = (vault: Vault): Readonly<Record<string, Place>> =>
  Object.fromEntries(
    (Object.keys(REACHES) as VaultCollectionName[]).flatMap((name) => {
      const reach = REACHES[name];
      if (!('of' in reach)) return [];
      const entries = vault.collection<Entry>({ name, indexes: reach.indexes });
      const place: Place = {
        async find(person) {
          const filter = reach.of(person);
          const { documents } = filter === null ? { documents: [] } : await entries.find(filter);
          return {
            held: reach.tell ? documents.map(reach.tell) : [],
            async remove() {
              // Also removes what was added meanwhile.
              const { documents: standing } = filter === null ? { documents: [] } : await entries.find(filter);
              const ids = new Set([...documents, ...standing].map(({ _id }) => _id));
              const deleted = await Promise.all([...ids].map((id) => entries.delete(id)));
              return { count: deleted.filter(Boolean).length };
            },
          };
        },
      };
      return [[name, place]];
    }),
  );
