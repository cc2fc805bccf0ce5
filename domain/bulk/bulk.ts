import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import { BULK_LIMIT, type BulkAction } from './action.ts';
import type { BulkEvent, BulkResult, BulkUndoResult } from './events.ts';

/** One application; null: no result yet. */
export interface BulkRow {
  readonly applicationId: string;
  readonly outcome: BulkResult['outcome'] | null;
  readonly reason: string | null;
  readonly undo: Omit<BulkUndoResult, 'applicationId'> | null;
}

interface Span {
  readonly startedAt: string;
  readonly startedBy: string | null;
  readonly finishedAt: string | null;
}

export interface Bulk extends Span {
  readonly kind: 'bulk';
  readonly organizationId: string;
  readonly action: BulkAction;
  readonly rows: readonly BulkRow[];
  readonly undo: Span | null;
}
export type BulkState = { readonly kind: 'nothing' } | Bulk;

export type BulkCommand =
  | {
      readonly type: 'StartBulkChange';
      readonly data: {
        readonly organizationId: string;
        readonly action: BulkAction;
        readonly applicationIds: readonly string[];
      };
    }
  | { readonly type: 'AddRows'; readonly data: { readonly applicationIds: readonly string[] } }
  | { readonly type: 'NoteProgress'; readonly data: { readonly results: readonly BulkResult[] } }
  | { readonly type: 'StartUndo'; readonly data: Readonly<Record<never, never>> }
  | { readonly type: 'NoteUndoProgress'; readonly data: { readonly results: readonly BulkUndoResult[] } };

export const BULK_PHASES = ['running', 'finished', 'undoing', 'undone'] as const;
export type BulkPhase = (typeof BULK_PHASES)[number];

/** An import is finished between its parts, because only its client knows whether more rows follow. */
export function phaseOf({ finishedAt, undo }: Pick<Bulk, 'finishedAt' | 'undo'>): BulkPhase {
  if (undo) return undo.finishedAt === null ? 'undoing' : 'undone';
  return finishedAt === null ? 'running' : 'finished';
}

/** Null if nothing is left, or if the client of an import sends the rows. */
export function nextOf(
  bulk: Bulk,
  limit: number,
): { readonly what: 'change' | 'undo'; readonly ids: readonly string[] } | null {
  const what = { running: 'change', undoing: 'undo', finished: null, undone: null }[phaseOf(bulk)] as
    | 'change'
    | 'undo'
    | null;
  if (what === null || (what === 'change' && bulk.action.kind === 'import')) return null;
  const isOpen = ({ outcome, undo }: BulkRow) => (what === 'change' ? outcome : undo) === null;
  return {
    what,
    ids: bulk.rows
      .filter(isOpen)
      .slice(0, limit)
      .map(({ applicationId }) => applicationId),
  };
}

export const bulk = aggregate<BulkState, BulkEvent, BulkCommand>({
  category: 'bulk',
  initial: { kind: 'nothing' },

  evolve: {
    BulkChangeStarted: (_, { data: { applicationIds, ...data }, at, actor }) => ({
      ...data,
      ...begun(at, actor.id),
      kind: 'bulk',
      rows: applicationIds.map(waiting),
      undo: null,
      finishedAt: data.action.kind === 'import' ? at : null,
    }),
    BulkRowsAdded: (state, { data: { applicationIds } }) =>
      state.kind === 'bulk' ? { ...state, rows: [...state.rows, ...applicationIds.map(waiting)] } : state,
    BulkChangeProgressed: (state, { data: { results }, at }) => {
      if (state.kind !== 'bulk') return state;
      const rows = joined(state.rows, results, (row, { outcome, reason }) => ({ ...row, outcome, reason }));
      return {
        ...state,
        rows,
        finishedAt: state.action.kind === 'import' || rows.every(({ outcome }) => outcome !== null) ? at : null,
      };
    },
    // An import without applications has nothing to undo.
    BulkUndoStarted: (state, { at, actor }) =>
      state.kind === 'bulk'
        ? { ...state, undo: { ...begun(at, actor.id), finishedAt: state.rows.length === 0 ? at : null } }
        : state,
    BulkUndoProgressed: (state, { data: { results }, at }) => {
      if (state.kind !== 'bulk' || !state.undo) return state;
      const rows = joined(state.rows, results, (row, { applicationId: _, ...undo }) => ({ ...row, undo }));
      return { ...state, rows, undo: { ...state.undo, finishedAt: rows.every(({ undo }) => undo) ? at : null } };
    },
  },

  decide: {
    StartBulkChange: ({ applicationIds, ...data }, state) => {
      if (state.kind === 'bulk') return accept([]);
      if (data.action.kind === 'status' && data.action.status === 'TRANSFERRED') {
        const message = TEXTS.bulk.transferOneByOne;
        return reject('refused', message, [{ field: 'action.status', message }]);
      }
      const ids = [...new Set(applicationIds)];
      return accept([{ type: 'BulkChangeStarted', data: { ...data, applicationIds: ids } }]);
    },
    AddRows: ({ applicationIds }, state) => {
      if (state.kind !== 'bulk' || state.action.kind !== 'import') return reject('not-found', TEXTS.access.notFound);
      if (state.undo) return reject('refused', TEXTS.bulk.importUndone);
      const known = new Set(state.rows.map(({ applicationId }) => applicationId));
      const added = [...new Set(applicationIds)].filter((id) => !known.has(id));
      if (known.size + added.length > BULK_LIMIT) return reject('refused', TEXTS.bulk.importTooLarge);
      return accept(added.length > 0 ? [{ type: 'BulkRowsAdded', data: { applicationIds: added } }] : []);
    },
    NoteProgress: ({ results }, state) => {
      const added = open(state, results, ({ outcome }) => outcome === null);
      return accept(added.length > 0 ? [{ type: 'BulkChangeProgressed', data: { results: added } }] : []);
    },
    StartUndo: (_, state) => {
      if (state.kind !== 'bulk') return reject('not-found', TEXTS.access.notFound);
      return accept(state.undo ? [] : [{ type: 'BulkUndoStarted', data: {} }]);
    },
    NoteUndoProgress: ({ results }, state) => {
      if (state.kind !== 'bulk' || !state.undo) return accept([]);
      const added = open(state, results, ({ undo }) => undo === null);
      return accept(added.length > 0 ? [{ type: 'BulkUndoProgressed', data: { results: added } }] : []);
    },
  },
});

const waiting = (applicationId: string): BulkRow => ({ applicationId, outcome: null, reason: null, undo: null });

const begun = (startedAt: string, startedBy: string | undefined): Span => ({
  startedAt,
  startedBy: startedBy ?? null,
  finishedAt: null,
});

function joined<Result extends { readonly applicationId: string }>(
  rows: readonly BulkRow[],
  results: readonly Result[],
  join: (row: BulkRow, result: Result) => BulkRow,
): readonly BulkRow[] {
  const byId = new Map(results.map((result) => [result.applicationId, result]));
  return rows.map((row) => {
    const result = byId.get(row.applicationId);
    return result ? join(row, result) : row;
  });
}

/** Only results of rows without one: a repeated part reports the same again. */
function open<Result extends { readonly applicationId: string }>(
  state: BulkState,
  results: readonly Result[],
  isOpen: (row: BulkRow) => boolean,
): Result[] {
  if (state.kind !== 'bulk') return [];
  const ids = new Set(state.rows.filter(isOpen).map(({ applicationId }) => applicationId));
  return results.filter(({ applicationId }) => ids.has(applicationId));
}
