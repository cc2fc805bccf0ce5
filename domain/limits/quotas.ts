const KB = 1024;
const MB = 1024 * KB;

/** Quotas of an account, an application and a school. Data beyond a quota stays readable. */
export const QUOTAS = {
  account: {
    preferencesBytes: 64 * KB,
    /** Room for the largest process; below the largest body of a call. */
    draftBytes: 900 * KB,
    draftsBytes: 2 * MB,
    drafts: 100,
    uploadBytesPerDay: 25 * MB,
    uploadBytes: 200 * MB,
    sessions: 100,
    passkeys: 20,
    changesOfStream: { perDay: 1_000, inAll: 10_000 },
    changesOfSolutions: { perDay: 5_000, inAll: 50_000 },
    bulkChangesPerDay: 200,
    requestKeysPerDay: 20_000,
    /** Emails with the link that confirms the address, asked for once more. */
    verificationsPerDay: 20,
    /** Of a school's applicants, by a member: rows of lists, and calls about one application. A program has a token. */
    readsPerHour: { rows: 2_000_000, calls: 6_000 },
    /** Of those of a school, in all sessions of the account together. */
    waitingPulls: 10,
  },
  address: { uploadBytesPerDay: 20 * MB },
  application: {
    answersBytes: 256 * KB,
    comments: 1_000,
    commentsBytes: 256 * KB,
    retakes: 20,
    solutionsBytes: 2 * MB,
    activityShown: 5_000,
    activity: 10_000,
    filesBytes: 40 * MB,
    emails: 1_000,
    writtenEmailsBytes: 1 * MB,
    interviewsPerDay: 20,
  },
  organization: {
    documentsOfOneKind: 1_000,
    reports: 20,
    members: 1_000,
    /** Valid ones; of all ever made, as many as documents of one kind. */
    apiTokens: 50,
    invitations: 1_000,
    emailsAgainPerDay: 500,
    testEmailsPerDay: 100,
    testWebhooksPerDay: 200,
    /** Calls that wait for the next event, per process. */
    waitingPulls: 50,
    testCalendlyPerDay: 100,
  },
  email: { againPerDay: 10 },
  token: {
    callsPerMinute: 600,
    /** Of those of its organization, so that one program leaves room for others. */
    waitingPulls: 10,
  },
  calendar: { readsPerMinute: 30 },
  /** A smaller file counts as this much, because a file costs more than its bytes. */
  leastFileBytes: 16 * KB,
} as const;

export interface StreamQuota {
  readonly perDay: number;
  readonly inAll: number;
}

const encoder = new TextEncoder();

export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length;

export const inBytes = (bytes: number): string => (bytes >= MB ? `${bytes / MB} MB` : `${bytes / KB} kB`);

export const fileBytes = (size: number): number => Math.max(size, QUOTAS.leastFileBytes);
