/**
 * When log and vault move to another installation or are restored: `as it is` copies verbatim; `resealed` decrypts a
 * member sealed under MASTER_KEY and seals it under the other key; `settled` drops pending emails, which may have been
 * sent since; `never` stays, for the given reason.
 */
export type Move =
  | { readonly moves: 'as it is' | 'settled' }
  | { readonly moves: 'resealed'; readonly member: string; readonly placeOf: (id: string) => string }
  | { readonly moves: 'never'; readonly because: string };

/** `Vault` accepts no other name, so each new collection needs a decision. */
export const VAULT_COLLECTIONS = {
  apiTokenUses: { moves: 'as it is' },
  anchors: { moves: 'never', because: 'they speak of one store; a sound import makes one of its own' },
  attemptCounts: { moves: 'never', because: 'they run out within minutes' },
  backups: { moves: 'never', because: 'it tells of the scheduled backups of this installation' },
  demos: { moves: 'never', because: 'a demo is finished where it was begun; moved, it stays as it is' },
  drafts: { moves: 'as it is' },
  identity: { moves: 'resealed', member: 'sealed', placeOf: (id) => id },
  invitationLinks: { moves: 'resealed', member: 'sealed', placeOf: (id) => `invitation-link:${id}` },
  leases: { moves: 'never', because: 'they belong to running processes' },
  masterKey: {
    moves: 'never',
    because: 'it tells which MASTER_KEY is the right one; a backup keeps it for that',
  },
  moves: { moves: 'never', because: 'they tell how far an import has come here' },
  oneTimeTokens: { moves: 'as it is' },
  outbox: { moves: 'settled' },
  ownLog: { moves: 'never', because: 'it names the one log beside it; the log that moves in is another' },
  passwords: { moves: 'as it is' },
  preferences: { moves: 'as it is' },
  providerCalls: { moves: 'never', because: 'they help to connect a provider to this installation' },
  reactionCheckpoints: { moves: 'never', because: 'positions are the store’s own; reactions go on at the end' },
  requestKeys: { moves: 'never', because: 'they last a day' },
  secrets: { moves: 'resealed', member: 'sealed', placeOf: (id) => `secret:${id}` },
  securityLog: { moves: 'never', because: 'it tells of this installation, and a copy would outlive its days' },
  sessions: { moves: 'never', because: 'one that was ended since would come alive again' },
  signIns: { moves: 'as it is' },
  subjectKeys: { moves: 'resealed', member: 'key', placeOf: (subject) => `subject-key:${subject}` },
  trackingNumbers: { moves: 'as it is' },
  unusedFiles: { moves: 'as it is' },
  usage: { moves: 'never', because: 'what an owner holds is counted anew where it is needed' },
  webhookJobs: { moves: 'as it is' },
  webhookMessages: { moves: 'as it is' },
  webhookProgress: { moves: 'as it is' },
  verifications: { moves: 'never', because: 'they tell how far this log has been verified' },
} as const satisfies Record<string, Move>;

export type VaultCollectionName = keyof typeof VAULT_COLLECTIONS;

export const isVaultCollection = (name: string): name is VaultCollectionName => Object.hasOwn(VAULT_COLLECTIONS, name);
