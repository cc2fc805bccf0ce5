import type { FieldValue } from '../../domain/application/events.ts';
import type { RejectionCode } from '../../domain/event-sourcing/decision.ts';
import type { Identity } from '../context/identity.ts';
import type { EventLog } from '../event-store/event-log.ts';
import type { Vault } from '../vault/vault.ts';

export interface Environment {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly identity: Identity;
  readonly queries: CommandQueries;
  readonly now: () => number;
  readonly onCommand?: (report: CommandReport) => void;
  /**
   * Lets commands load what this process knows to have been so within the last second, and is called when one does. No
   * refusal may rest on it.
   */
  readonly onRecent?: () => void;
}

export interface CommandReport {
  readonly category: string;
  readonly types: readonly string[];
  readonly refusal: RejectionCode | null;
  readonly error?: unknown;
}

/** The result may be one batch behind; stream identity decides what must never happen twice. */
export interface CommandQueries {
  applicationsOfUser(
    userId: string,
  ): Promise<readonly { _id: string; organizationId: string; batchId: string; status: string }[]>;
  applicationsWithEmail(
    email: string,
  ): Promise<readonly { _id: string; organizationId: string; batchId: string; userId: string | null }[]>;
  batchesOfProcess(processId: string): Promise<readonly { _id: string; name: string }[]>;
  /** Neither locked nor in a Complete batch. */
  applicationsInProgress(
    processId: string,
  ): Promise<readonly { _id: string; values: Readonly<Record<string, FieldValue>> }[]>;
  processesOffering(organizationId: string, paymentModelId: string): Promise<readonly { _id: string; label: string }[]>;
  referrersOfFile(fileId: string): Promise<readonly string[]>;
  filesOfReferrers(streams: readonly string[]): Promise<readonly string[]>;
  filesUploadedBy(person: {
    readonly userId: string | null;
    readonly email: string | null;
  }): Promise<readonly string[]>;
  bytesUploadedBy(userId: string): Promise<number>;
  countDocuments(category: string, organizationId: string): Promise<number>;
  rolesOfUser(userId: string): Promise<readonly { orgId: string; role: 'Owner' | 'Admin' | 'Viewer' }[]>;
}
