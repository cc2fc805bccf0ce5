import type { RejectionCode } from '../../domain/event-sourcing/decision.ts';
import type { Identity } from '../context/identity.ts';
import type { EventLog } from '../event-store/event-log.ts';
import type { Vault } from '../vault/vault.ts';

/** The dependencies of commands; composed in `api/`. */
export interface Environment {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly identity: Identity;
  readonly queries: CommandQueries;
  /** Milliseconds since the epoch; injected for demo and tests. */
  readonly now: () => number;
  /** Called after every decision. */
  readonly onCommand?: (report: CommandReport) => void;
}

/** The result of commands that were decided together. */
export interface CommandReport {
  readonly category: string;
  /** Empty if they were refused before their types were known. */
  readonly types: readonly string[];
  /** Null if they were accepted, or failed with `error`. */
  readonly refusal: RejectionCode | null;
  readonly error?: unknown;
}

/**
 * Queries that no stream's identity can answer. The result may be one batch behind; what must never happen twice is
 * decided by stream identity.
 */
export interface CommandQueries {
  /** The account's applications in all organizations. */
  applicationsOfUser(
    userId: string,
  ): Promise<readonly { _id: string; organizationId: string; batchId: string; status: string }[]>;
  /** Applications with this email (normalized). */
  applicationsWithEmail(
    email: string,
  ): Promise<readonly { _id: string; organizationId: string; batchId: string; userId: string | null }[]>;
  batchesOfProcess(processId: string): Promise<readonly { _id: string; name: string }[]>;
  /** Processes of the organization with a step that offers this payment model. */
  processesOffering(organizationId: string, paymentModelId: string): Promise<readonly { _id: string; label: string }[]>;
  /** Streams of documents that refer to this file, or did. */
  referrersOfFile(fileId: string): Promise<readonly string[]>;
  /** Files that these documents refer to, or did. */
  filesOfReferrers(streams: readonly string[]): Promise<readonly string[]>;
  /** Files uploaded by this account or email. */
  filesUploadedBy(person: {
    readonly userId: string | null;
    readonly email: string | null;
  }): Promise<readonly string[]>;
  /** Bytes that count towards the account's quota. */
  bytesUploadedBy(userId: string): Promise<number>;
  /** Configured documents of one category, deleted ones included. */
  countDocuments(category: string, organizationId: string): Promise<number>;
  rolesOfUser(userId: string): Promise<readonly { orgId: string; role: 'Owner' | 'Admin' | 'Viewer' }[]>;
}
