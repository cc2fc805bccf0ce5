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
  anchors: {
    moves: 'never',
    because: 'they describe one store; an import creates its own once it has verified the log',
  },
  attemptCounts: { moves: 'never', because: 'they expire within minutes' },
  // Sealed with keys of `subjectKeys`.
  authenticators: { moves: 'as it is' },
  backups: { moves: 'never', because: 'it describes the scheduled backups of this installation' },
  demos: { moves: 'never', because: 'only the installation that began a demo completes it' },
  drafts: { moves: 'as it is' },
  identity: { moves: 'resealed', member: 'sealed', placeOf: (id) => id },
  invitationLinks: { moves: 'resealed', member: 'sealed', placeOf: (id) => `invitation-link:${id}` },
  leases: { moves: 'never', because: 'they belong to running processes' },
  loginRequests: { moves: 'never', because: 'they expire within minutes' },
  masterKey: {
    moves: 'never',
    because: 'it identifies the MASTER_KEY of this installation; only a backup contains it',
  },
  moves: { moves: 'never', because: 'they hold the progress of an import into this installation' },
  oneTimeTokens: { moves: 'as it is' },
  outbox: { moves: 'settled' },
  ownLog: { moves: 'never', because: 'it names the log of this installation, and the imported log is another' },
  // Sealed with keys of `subjectKeys`.
  passkeys: { moves: 'as it is' },
  passwords: { moves: 'as it is' },
  preferences: { moves: 'as it is' },
  providerCalls: { moves: 'never', because: 'they help to connect a provider to this installation' },
  reactionCheckpoints: { moves: 'never', because: 'positions differ between stores; reactions continue at the end' },
  requestKeys: { moves: 'never', because: 'they expire within a day' },
  secrets: { moves: 'resealed', member: 'sealed', placeOf: (id) => `secret:${id}` },
  securityLog: {
    moves: 'never',
    because: 'it describes this installation, and a copy would outlive its retention period',
  },
  sessions: { moves: 'never', because: 'a session that has ended since would be valid again' },
  signIns: { moves: 'as it is' },
  subjectKeys: { moves: 'resealed', member: 'key', placeOf: (subject) => `subject-key:${subject}` },
  trackingNumbers: { moves: 'as it is' },
  unusedFiles: { moves: 'as it is' },
  usage: { moves: 'never', because: 'usage is counted again when it is needed' },
  webhookJobs: { moves: 'as it is' },
  webhookMessages: { moves: 'as it is' },
  webhookProgress: { moves: 'as it is' },
  verifications: { moves: 'never', because: 'they hold the progress of verifying this log' },
} as const satisfies Record<string, Move>;

export type VaultCollectionName = keyof typeof VAULT_COLLECTIONS;

export const isVaultCollection = (name: string): name is VaultCollectionName => Object.hasOwn(VAULT_COLLECTIONS, name);
