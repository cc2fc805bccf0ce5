import { aggregate } from '../aggregate.ts';
import { accept, type Result, reject } from '../decision.ts';
import { checkWanted, type Wanted } from '../field-rules.ts';
import { TEXTS } from '../texts.ts';
import { ASSESSMENT_RULES, DEFAULT_TIME_LIMIT_MINUTES } from './details.ts';
import type { AssessmentDetails, AssessmentEvent } from './events.ts';

export interface AssessmentState {
  readonly exists: boolean;
  readonly organizationId: string;
  readonly details: AssessmentDetails;
  /** The vault entry of the secret by which the outside provider is known; null where none is set (D33). */
  readonly secretId: string | null;
  readonly createdAt: string;
}

export type AssessmentCommand =
  | {
      readonly type: 'CreateAssessment';
      readonly data: { readonly organizationId: string; readonly details: Wanted<AssessmentDetails> };
    }
  | { readonly type: 'ChangeDetails'; readonly data: { readonly changes: Wanted<AssessmentDetails> } }
  | { readonly type: 'ChangeSecret'; readonly data: { readonly secretId: string | null } }
  | { readonly type: 'NoteUnmatchedResult'; readonly data: Readonly<Record<never, never>> };

const BLANK: AssessmentDetails = {
  name: '',
  type: 'quiz',
  description: null,
  instructions: null,
  timeLimitMinutes: DEFAULT_TIME_LIMIT_MINUTES,
  attachment: null,
  questions: [],
  externalAssessmentUrl: null,
};

/** What applicants are tested with: a quiz, a project or an outside provider's test (spec §3). */
export const assessment = aggregate<AssessmentState, AssessmentEvent, AssessmentCommand>({
  category: 'assessment',
  initial: { exists: false, organizationId: '', details: BLANK, secretId: null, createdAt: '' },

  evolve: {
    AssessmentCreated: (state, { data: { organizationId, ...details }, at }) => ({
      ...state,
      exists: true,
      organizationId,
      details,
      createdAt: at,
    }),
    AssessmentChanged: (state, { data }) => ({ ...state, details: { ...state.details, ...data.changes } }),
    AssessmentSecretChanged: (state, { data }) => ({ ...state, secretId: data.secretId }),
    ExternalResultUnmatched: (state) => state,
  },

  decide: {
    CreateAssessment: ({ organizationId, details: wanted }, state) => {
      if (state.exists) return reject('duplicate', TEXTS.assessments.exists);
      const blank = wanted.type === 'external' ? { ...BLANK, timeLimitMinutes: null } : BLANK;
      const checked = check({ ...wanted, name: wanted.name ?? null }, blank);
      if (!checked.ok) return checked;
      return accept([{ type: 'AssessmentCreated', data: { ...blank, ...checked.value, organizationId } }]);
    },
    ChangeDetails: ({ changes: wanted }, state) => {
      if (!state.exists) return notFound();
      const checked = check(wanted, state.details);
      if (!checked.ok) return checked;
      if (Object.keys(checked.value).length === 0) return accept([]);
      return accept([{ type: 'AssessmentChanged', data: { changes: checked.value } }]);
    },
    ChangeSecret: ({ secretId }, state) => {
      if (!state.exists) return notFound();
      if (state.secretId === secretId) return accept([]);
      return accept([{ type: 'AssessmentSecretChanged', data: { secretId } }]);
    },
    NoteUnmatchedResult: (_, state) =>
      state.exists ? accept([{ type: 'ExternalResultUnmatched', data: {} }]) : notFound(),
  },
});

/** Only what is taken elsewhere goes without a limit. */
function check(wanted: Wanted<AssessmentDetails>, current: AssessmentDetails): Result<Partial<AssessmentDetails>> {
  const checked = checkWanted(ASSESSMENT_RULES, wanted, current);
  if (!checked.ok) return checked;
  const { type, timeLimitMinutes } = { ...current, ...checked.value };
  if (type === 'external' || timeLimitMinutes !== null) return checked;
  const message = TEXTS.documents.valueRequired('Time limit');
  return reject('refused', message, [{ field: 'timeLimitMinutes', message }]);
}

const notFound = () => reject('not-found', TEXTS.access.notFound);
