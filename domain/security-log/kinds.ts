/** Kinds of entries of the security log: actions and refusals. */
export const SECURITY_KINDS = [
  'signedIn',
  'signInFailed',
  'passwordChanged',
  'passwordReset',
  'passwordWrong',
  'notSignedIn',
  'refused',
  'unconfirmed',
  'foreignId',
  'unknownId',
  'limited',
  'tokenRefused',
  'otherSite',
  'read',
  'downloaded',
  'ownDataDownloaded',
  'tokenMade',
  'tokenRevoked',
  'secretChanged',
  'memberAdded',
  'roleChanged',
  'memberRemoved',
  'sessionsEnded',
  'personErased',
  'accountDeleted',
  'keyRotated',
  'creatorGranted',
  'schoolCreated',
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/** Whole days that an entry is kept. */
export const SECURITY_LOG_DAYS = 180;
