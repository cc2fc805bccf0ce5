import type { PublicReference } from '../webhook/public-events.ts';

export interface NumberedReference extends PublicReference {
  /** In the organization's feed, from 1 without gaps. */
  readonly number: number;
  /** As published. */
  readonly type: string;
}

/** The published events of each organization by their numbers, which are the same in every store. */
export interface Feed {
  /** The number of the newest event; 0 without one. */
  count(organizationId: string): Promise<number>;
  /** Both included; fewer than asked for if the store does not show all yet. */
  range(organizationId: string, first: number, last: number): Promise<readonly NumberedReference[]>;
  /** The number of the last event up to a position of the log, which the feed must have reached. */
  numberAt(organizationId: string, position: bigint): Promise<number>;
  /** The organizations in whose feeds the events of these applications are; null if one is not known yet. */
  publishersOf(applicationIds: readonly string[]): Promise<ReadonlySet<string> | null>;
}
