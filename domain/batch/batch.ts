import { checkWanted, type Wanted } from '../configuration/field-rules.ts';
import { withReadableName } from '../configuration/readable-name.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import { BATCH_RULES, DEFAULT_CAPACITY } from './details.ts';
import type { BatchDetails, BatchEvent } from './events.ts';
import type { BatchStatus } from './status.ts';

export interface BatchState {
  readonly exists: boolean;
  readonly organizationId: string;
  readonly details: BatchDetails;
  readonly status: BatchStatus;
  readonly createdAt: string;
  readonly openedAt: string | null;
}

export type BatchCommand =
  | {
      readonly type: 'CreateBatch';
      readonly data: {
        readonly organizationId: string;
        readonly details: Wanted<BatchDetails>;
        readonly status?: BatchStatus;
      };
    }
  | { readonly type: 'ChangeDetails'; readonly data: { readonly changes: Wanted<BatchDetails> } }
  | { readonly type: 'ChangeStatus'; readonly data: { readonly status: BatchStatus } };

const BLANK: BatchDetails = {
  name: '',
  description: null,
  privateDetails: null,
  slug: null,
  capacity: DEFAULT_CAPACITY,
  processId: null,
  assessmentIds: [],
  iconFile: null,
  bannerFile: null,
  enableEmbedding: false,
};

export const batch = aggregate<BatchState, BatchEvent, BatchCommand>({
  category: 'batch',
  initial: { exists: false, organizationId: '', details: BLANK, status: 'Draft', createdAt: '', openedAt: null },

  evolve: {
    BatchCreated: (_state, { data: { organizationId, status, ...details }, at }) => ({
      exists: true,
      organizationId,
      details: withReadableName(details),
      status,
      createdAt: at,
      openedAt: status === 'Open' ? at : null,
    }),
    BatchDetailsChanged: (state, { data }) => ({
      ...state,
      details: { ...state.details, ...withReadableName(data.changes) },
    }),
    BatchStatusChanged: (state, { data: { status }, at }) => ({
      ...state,
      status,
      openedAt: state.openedAt ?? (status === 'Open' ? at : null),
    }),
  },

  decide: {
    CreateBatch: ({ organizationId, details: wanted, status = 'Draft' }, state) => {
      if (state.exists) return reject('duplicate', TEXTS.batches.exists);
      if (organizationId === '') return reject('refused', TEXTS.batches.organizationMissing);
      const checked = checkWanted(BATCH_RULES, { ...wanted, name: wanted.name ?? null }, BLANK);
      if (!checked.ok) return checked;
      return accept([{ type: 'BatchCreated', data: { ...BLANK, ...checked.value, organizationId, status } }]);
    },

    ChangeDetails: ({ changes: wanted }, state) => {
      if (!state.exists) return reject('not-found', TEXTS.access.notFound);
      const checked = checkWanted(BATCH_RULES, wanted, state.details);
      if (!checked.ok) return checked;
      if (Object.keys(checked.value).length === 0) return accept([]);
      return accept([{ type: 'BatchDetailsChanged', data: { changes: checked.value } }]);
    },

    ChangeStatus: ({ status }, state) => {
      if (!state.exists) return reject('not-found', TEXTS.access.notFound);
      return accept(status === state.status ? [] : [{ type: 'BatchStatusChanged', data: { status } }]);
    },
  },
});
