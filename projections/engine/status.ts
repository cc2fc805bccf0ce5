/** Why a projection stopped or a document is quarantined: the event and the error. */
export interface Fault {
  /** Position of the event, as text. */
  readonly position: string;
  readonly eventType: string;
  readonly eventId: string;
  readonly error: string;
}

export interface QuarantinedDocument extends Fault {
  readonly id: string;
  /** Events that the document has missed since. */
  readonly missed: number;
}

/** Documents that stay as they were before an event that they could not take, until a rebuild. */
export interface Quarantined {
  readonly count: number;
  /** The first hundred. */
  readonly documents: readonly QuarantinedDocument[];
}

/**
 * `live`: follows the log. `catching-up`: serves, and is on its way to the others. `building`: its first generation, or the one
 * of a new version, is being made. `faulted`: its part of the store is damaged; it stopped and serves what it had.
 */
export type ProjectionState = 'live' | 'catching-up' | 'building' | 'faulted';

export interface RebuildProgress {
  /** Share of the log that has been folded, 0 to 1. */
  readonly share: number;
  readonly done: number;
  /** Events in the log, estimated from positions where these are not dense. */
  readonly total: number;
  readonly eventsPerSecond: number;
  readonly etaMs: number;
}

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  /** The generation that readers see; null until the first one is built. */
  readonly generation: string | null;
  readonly state: ProjectionState;
  /** Positions are texts, because JSON has no 64-bit integers. */
  readonly position: string;
  /** Head of the log minus position. */
  readonly lag: number;
  readonly eventsPerSecond: number;
  readonly fault: Fault | null;
  readonly quarantined: Quarantined;
  readonly rebuild: RebuildProgress | null;
}

export interface EngineStatus {
  readonly head: string;
  /** All read models that can follow have reached the head that was there at the start. */
  readonly isReady: boolean;
  /** What keeps the loop from going on just now, e.g. a store that is away. */
  readonly error: string | null;
  readonly projections: readonly ProjectionStatus[];
}
