import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import type { FoldWatch } from '../dynamic/fold-watch.ts';

/** The sandbox's only argument, as JSON. */
export interface SandboxOrder {
  readonly file: string;
  readonly maxHeapMb: number;
  readonly foldLimitMs: number;
  readonly organization: string | null;
}

export interface ThreadOrder extends Pick<SandboxOrder, 'organization'> {
  readonly url: string;
  readonly folder: string;
  readonly watch: FoldWatch;
}

export type ReplayOrder = { readonly events: readonly RecordedEvent[] } | { readonly finish: true };

export interface FailedAt {
  readonly position: string;
  readonly id: string;
  readonly type: string;
}

/** `rows` are JSON texts. */
export type ReplayReport =
  | { readonly loaded: { readonly name: string; readonly types: readonly string[] } }
  | { readonly applied: number }
  | { readonly rows: readonly string[] }
  | { readonly finished: true }
  | { readonly failed: { readonly error: string; readonly at: FailedAt | null } };
