/** Kinds of entries of the security log: actions and refusals. */
export const SECURITY_KINDS = [
  'signedIn',
  'signInFailed',
  'factorMissing',
  'triesLimited',
  'linkAsked',
  'linkRefused',
  'passwordChanged',
  'passwordReset',
  'passwordWrong',
  'factorAdded',
  'factorRemoved',
  'factorReset',
  'factorLost',
  'factorResetRefused',
  'factorsRequired',
  'codesRenewed',
  'codeWrong',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyWrong',
  'passkeyCopied',
  'notSignedIn',
  'refused',
  'unconfirmed',
  'factorNeeded',
  'foreignId',
  'unknownId',
  'limited',
  'readLimited',
  'tokenRefused',
  'otherSite',
  'unusual',
  'read',
  'massRead',
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

/**
 * Rows of one answer, or calls about single applications within an hour of the clock; and for how long an account has used a kind of
 * device on which they are ordinary.
 */
export const MASS_READ = { rows: 100, calls: 1500, familiarDays: 7 } as const;

/** Whole days that an entry is kept. */
export const SECURITY_LOG_DAYS = 180;
