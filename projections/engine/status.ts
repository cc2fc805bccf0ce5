export interface Fault {
  readonly position: string;
  readonly eventType: string;
  readonly eventId: string;
  readonly error: string;
}

export interface QuarantinedDocument extends Fault {
  readonly id: string;
  readonly missed: number;
}

/** Their state stays as before the event that could not be folded, until a rebuild. */
export interface Quarantined {
  readonly count: number;
  readonly documents: readonly QuarantinedDocument[];
}

/**
 * `catching-up` serves, but is behind. `building`: first generation or a new version. `faulted`: serves what it had.
 */
export type ProjectionState = 'live' | 'catching-up' | 'building' | 'faulted';

export interface RebuildProgress {
  readonly share: number;
  readonly done: number;
  readonly total: number;
  readonly eventsPerSecond: number;
  readonly etaMs: number;
}

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly generation: string | null;
  readonly state: ProjectionState;
  /** As text, because JSON has no 64-bit integers. */
  readonly position: string;
  readonly lag: number;
  readonly eventsPerSecond: number;
  readonly fault: Fault | null;
  readonly quarantined: Quarantined;
  /** Events that it was given up to its position; null if unknown. */
  readonly taken: number | null;
  /** Of the events that it folds; empty if only another thread knows them. */
  readonly types: readonly string[];
  /** Folds only its events; null for all. */
  readonly organization: string | null;
  readonly rebuild: RebuildProgress | null;
}

export interface EngineStatus {
  readonly head: string;
  readonly isReady: boolean;
  readonly error: string | null;
  readonly projections: readonly ProjectionStatus[];
}
