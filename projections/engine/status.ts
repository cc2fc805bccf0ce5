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

/** Documents that stay in the state before an event that they could not take, until a rebuild. */
export interface Quarantined {
  readonly count: number;
  /** The first hundred. */
  readonly documents: readonly QuarantinedDocument[];
}

/**
 * `live`: follows the log. `catching-up`: serves, and is behind. `building`: its first generation, or one of a new
 * version, is being built. `faulted`: its part of the store is damaged; it stopped and serves what it had.
 */
export type ProjectionState = 'live' | 'catching-up' | 'building' | 'faulted';

export interface RebuildProgress {
  /** Folded share of the log, 0 to 1. */
  readonly share: number;
  readonly done: number;
  /** Events in the log; estimated if positions are not dense. */
  readonly total: number;
  readonly eventsPerSecond: number;
  readonly etaMs: number;
}

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  /** The generation that readers see; null before the first is built. */
  readonly generation: string | null;
  readonly state: ProjectionState;
  /** As text, because JSON has no 64-bit integers. */
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
  /** Every read model that can follow has reached the head of the log at the start. */
  readonly isReady: boolean;
  /** What currently blocks the loop, e.g. an unavailable store. */
  readonly error: string | null;
  readonly projections: readonly ProjectionStatus[];
}
