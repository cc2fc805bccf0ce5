import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept } from '../event-sourcing/decision.ts';
import type { DataExportEvent } from './events.ts';

export type DataExportState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'exports'; readonly count: number; readonly last: DataExportEvent['data'] };

export type DataExportCommand = { readonly type: 'RecordExport'; readonly data: DataExportEvent['data'] };

/** One member's downloads of one day. */
export const dataExport = aggregate<DataExportState, DataExportEvent, DataExportCommand>({
  category: 'export',
  initial: { kind: 'nothing' },

  evolve: {
    DataExported: (state, { data }) => ({
      kind: 'exports',
      count: state.kind === 'exports' ? state.count + 1 : 1,
      last: data,
    }),
  },

  decide: {
    RecordExport: (data) => accept([{ type: 'DataExported', data }]),
  },
});
