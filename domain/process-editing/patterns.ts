import { DEFAULT_FORM } from '../application/core-fields.ts';
import type { Condition, ConditionTerm } from '../process/conditions.ts';
import { PROCESS_CONFIG, type ProcessConfig, type Step } from '../process/config.ts';
import type { NewId } from './edits.ts';

/** The school's own documents for the steps that need some; the editor asks for those that are left empty. */
export interface PatternChoices {
  readonly quizIds?: readonly string[];
  readonly projectIds?: readonly string[];
  readonly paymentModelIds?: readonly string[];
}

interface Pattern {
  readonly key: 'short' | 'interview' | 'quiz' | 'full';
  readonly label: string;
  readonly description: string;
  readonly steps: readonly StepName[];
}
type StepName = 'about' | 'quiz' | 'project' | 'interview' | 'plan';

/** What a new process can start from. */
export const PATTERNS: readonly Pattern[] = [
  { key: 'short', label: 'Short form', description: 'One form, and you decide.', steps: [] },
  {
    key: 'interview',
    label: 'Form and interview',
    description: 'A form, more questions, then an interview if you invite the applicant.',
    steps: ['about', 'interview'],
  },
  {
    key: 'quiz',
    label: 'Form, quiz, interview',
    description: 'The interview opens when the quiz is done.',
    steps: ['about', 'quiz', 'interview'],
  },
  {
    key: 'full',
    label: 'Form, quiz, project, interview, plan',
    description: 'All the way to the payment plan, which opens with the contract.',
    steps: ['about', 'quiz', 'project', 'interview', 'plan'],
  },
];

export function processFromPattern(key: Pattern['key'], newId: NewId, choices: PatternChoices = {}): ProcessConfig {
  const pattern = PATTERNS.find((one) => one.key === key);
  const names = pattern?.steps ?? [];
  const [email] = DEFAULT_FORM.fields.filter(({ name }) => name === 'email');
  const others = DEFAULT_FORM.fields.filter(({ name }) => name !== 'email');
  const why = { name: 'motivation', label: 'Why do you want to join?', dataType: 'paragraph', required: true };
  return PROCESS_CONFIG.parse({
    label: pattern?.label ?? '',
    requestSignup: true,
    fields: [],
    applicationForm: { title: 'Apply', fields: [...others, email, ...(names.includes('about') ? [] : [why])] },
    applicationDetailsSteps: names.map((name) => ({ _id: newId(), ...STEPS[name](choices, newId, names) })),
  });
}

const shownWhen = (term: ConditionTerm): Condition => ({ logicalOperator: 'AND', terms: [term] });
const reached = (comparisonValue: string): Condition =>
  shownWhen({ target: 'STATUS', operator: 'Greater than or equal', comparisonValue });
const completed = (count: number): Condition =>
  shownWhen({ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than or equal', comparisonValue: count });

type MakeStep = (choices: PatternChoices, newId: NewId, names: readonly StepName[]) => Omit<Step, '_id'>;

const STEPS: Readonly<Record<StepName, MakeStep>> = {
  about: () => ({
    title: 'About you',
    configuration: {
      title: '',
      fields: [
        { name: 'motivation', label: 'Why do you want to join?', dataType: 'paragraph', required: true },
        { name: 'experience', label: 'What have you done so far?', dataType: 'paragraph', required: true },
        { name: 'cv', label: 'Your CV', dataType: 'file', required: false },
      ],
    },
  }),
  quiz: ({ quizIds = [] }) => ({ title: 'Quiz', assessmentIds: [...quizIds] }),
  project: ({ projectIds = [] }) => ({
    title: 'Project',
    visibilityCondition: completed(1),
    assessmentIds: [...projectIds],
  }),
  interview: (_, newId, names) => {
    const count = names.filter((name) => name === 'quiz' || name === 'project').length;
    return {
      title: 'Interview',
      visibilityCondition: count > 0 ? completed(count) : reached('INTERVIEW PENDING'),
      completionCondition: shownWhen({ target: 'FIELD', targetDetails: 'calendlyEventUri', operator: 'Exists' }),
      content: [{ _id: newId(), markdown: 'Choose a time for your interview. We look forward to meeting you.' }],
    };
  },
  plan: ({ paymentModelIds = [] }) => ({
    title: 'Payment plan',
    visibilityCondition: reached('CONTRACT SENT'),
    availablePaymentModels: [...paymentModelIds],
  }),
};
