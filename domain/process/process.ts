import { readableName } from '../configuration/readable-name.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import type { ProcessConfig } from './config.ts';
import type { ProcessEvent } from './events.ts';
import type { OptionRename } from './impact.ts';

export type ProcessState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'process'; readonly organizationId: string; readonly config: ProcessConfig }
  | { readonly kind: 'deleted'; readonly organizationId: string };

/** Configs are already checked by `checkConfig` and have an `_id` on every step. */
export type ProcessCommand =
  | {
      readonly type: 'CreateProcess';
      readonly data: { readonly organizationId: string; readonly config: ProcessConfig };
    }
  | {
      readonly type: 'ChangeProcess';
      readonly data: { readonly config: ProcessConfig; readonly renames?: readonly OptionRename[] };
    }
  | { readonly type: 'DeleteProcess'; readonly data: { readonly usedBy: readonly string[] } };

/** Its label as it is read. */
export const readable = (config: ProcessConfig): ProcessConfig => ({ ...config, label: readableName(config.label) });

export const processConfig = aggregate<ProcessState, ProcessEvent, ProcessCommand>({
  category: 'process',
  initial: { kind: 'nothing' },
  evolve: {
    ProcessCreated: (_, { data }) => ({ kind: 'process', ...data, config: readable(data.config) }),
    ProcessChanged: (state, { data }) =>
      state.kind === 'process' ? { ...state, config: readable(data.config) } : state,
    ProcessDeleted: (state) =>
      state.kind === 'process' ? { kind: 'deleted', organizationId: state.organizationId } : state,
  },
  decide: {
    CreateProcess: (data, state) =>
      state.kind === 'nothing'
        ? accept([{ type: 'ProcessCreated', data }])
        : reject('conflict', TEXTS.processes.existsAlready),
    ChangeProcess: ({ config, renames = [] }, state) => {
      if (state.kind !== 'process') return reject('not-found', TEXTS.access.notFound);
      if (JSON.stringify(config) === JSON.stringify(state.config)) return accept([]);
      const followed = renames.length > 0 ? { renames: [...renames] } : {};
      return accept([{ type: 'ProcessChanged', data: { config, ...followed } }]);
    },
    DeleteProcess: ({ usedBy }, state) => {
      if (state.kind === 'nothing') return reject('not-found', TEXTS.access.notFound);
      if (state.kind === 'deleted') return accept([]);
      if (usedBy.length > 0) return reject('refused', TEXTS.processes.inUse(usedBy));
      return accept([{ type: 'ProcessDeleted', data: {} }]);
    },
  },
});
