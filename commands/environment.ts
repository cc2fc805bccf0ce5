import type { RejectionCode } from '../domain/event-sourcing/decision.ts';
import type { EventLog } from './event-store/event-log.ts';
import type { Identity } from './identity.ts';
import type { Vault } from './vault/vault.ts';

/** What every command may reach; wired in `api/main.ts`. */
export interface Environment {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly identity: Identity;
  readonly queries: CommandQueries;
  /** Milliseconds since the epoch; injected so that demo and tests choose the time. */
  readonly now: () => number;
  /** Told of every command that was decided. */
  readonly onCommand?: (report: CommandReport) => void;
}

/** What became of commands that were decided together. */
export interface CommandReport {
  readonly category: string;
  /** None where they were refused before it was known which commands they would be. */
  readonly types: readonly string[];
  /** Null where they were accepted, and where `error` tells why they failed. */
  readonly refusal: RejectionCode | null;
  readonly error?: unknown;
}

/**
 * The few questions that a decision asks of read models, where no stream's identity can answer them.
 * The answer may lag behind by one batch; what must never happen twice is decided by stream identity instead.
 */
export interface CommandQueries {
  /** Ids of the applications that belong to this account, over all organizations. */
  applicationsOfUser(
    userId: string,
  ): Promise<readonly { _id: string; organizationId: string; batchId: string; status: string }[]>;
  /** Ids of the applications that carry this e-mail (compared trimmed and lower-cased). */
  applicationsWithEmail(
    email: string,
  ): Promise<readonly { _id: string; organizationId: string; batchId: string; userId: string | null }[]>;
  /** Batches that use this process. */
  batchesOfProcess(processId: string): Promise<readonly { _id: string; name: string }[]>;
  /** Processes of the organization in which a step offers this payment model. */
  processesOffering(organizationId: string, paymentModelId: string): Promise<readonly { _id: string; label: string }[]>;
  /** Streams of the documents that refer to this file, or did. */
  referrersOfFile(fileId: string): Promise<readonly string[]>;
  /** Files that one of these documents refers to, or did, by their streams. */
  filesOfReferrers(streams: readonly string[]): Promise<readonly string[]>;
  /** Files that this account uploaded, or somebody with this e-mail. */
  filesUploadedBy(person: {
    readonly userId: string | null;
    readonly email: string | null;
  }): Promise<readonly string[]>;
  /** What the files that this account uploaded count as, in bytes. */
  bytesUploadedBy(userId: string): Promise<number>;
  /** How many configured documents of one category an organization has, deleted ones included. */
  countDocuments(category: string, organizationId: string): Promise<number>;
  /** Organizations and roles of this account. */
  rolesOfUser(userId: string): Promise<readonly { orgId: string; role: 'Owner' | 'Admin' | 'Viewer' }[]>;
}
