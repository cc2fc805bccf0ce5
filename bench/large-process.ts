import type { Condition, ConditionTerm } from '../domain/process/conditions.ts';
import type { FormField, ProcessConfig, Step } from '../domain/process/config.ts';

const STEPS = 60;
const FIRST_FORM_FIELDS = 40;
const FIELDS_PER_STEP = 6;
const BLOCKS_PER_STEP = 2;
/** Beside the two of each step; 200 conditions in all. */
const BLOCK_CONDITIONS = 80;

/** 60 steps, 400 fields, 200 conditions. */
export const LARGE_PROCESS: ProcessConfig = {
  label: 'Large process',
  requestSignup: true,
  fields: Array.from({ length: 10 }, (_, n) => ({
    name: `note${n}`,
    label: `Note ${n}`,
    dataType: 'text' as const,
    isAdminOnly: n % 2 === 0,
  })),
  applicationForm: {
    title: 'About you',
    fields: [
      { name: 'email', label: 'Email', dataType: 'email', required: true },
      ...Array.from({ length: FIRST_FORM_FIELDS - 1 }, (_, n) => fieldOf(`f${n}`)),
    ],
  },
  applicationDetailsSteps: Array.from({ length: STEPS }, (_, n) => stepOf(n)),
};

/** 5 steps, 40 fields, 20 conditions. */
export const USUAL_PROCESS: ProcessConfig = {
  ...LARGE_PROCESS,
  label: 'Usual process',
  applicationForm: { ...LARGE_PROCESS.applicationForm, fields: LARGE_PROCESS.applicationForm.fields.slice(0, 10) },
  applicationDetailsSteps: LARGE_PROCESS.applicationDetailsSteps.slice(0, 5),
};

function fieldOf(name: string): FormField {
  const isChoice = Number(name.replace(/\D/g, '')) % 2 === 0;
  return {
    name,
    label: `Question ${name}: what should we know about this part of your life?`,
    dataType: isChoice ? 'select' : 'text',
    required: isChoice,
    details: 'A sentence of help that says **what** we do with the answer.',
    ...(isChoice && { options: Array.from({ length: 8 }, (_, option) => `Choice ${option}`) }),
  };
}

/** Each step waits for an answer of the step before it, as long processes do. */
function stepOf(n: number): Step {
  const before: ConditionTerm = {
    target: 'FIELD',
    targetDetails: n === 0 ? 'f0' : `s${n - 1}x0`,
    operator: 'Exists',
  };
  const status: ConditionTerm = { target: 'STATUS', operator: 'Greater than or equal', comparisonValue: 'NEW' };
  const choice: ConditionTerm = {
    target: 'FIELD',
    targetDetails: `s${n}x0`,
    operator: 'Greater than or equal',
    comparisonValue: 'Choice 1',
  };
  const condition = (...terms: readonly ConditionTerm[]): Condition => ({ logicalOperator: 'AND', terms: [...terms] });
  return {
    _id: `step-${n}`,
    title: `Step number ${n}`,
    visibilityCondition: condition(before, status),
    completionCondition: condition(choice),
    content: Array.from({ length: BLOCKS_PER_STEP }, (_, block) => ({
      _id: `block-${n}-${block}`,
      markdown: `## Part ${block}\n\n${'A paragraph that explains what comes next, with a [link](https://example.com). '.repeat(4)}\n\n- one\n- two\n`,
      ...(n * BLOCKS_PER_STEP + block < BLOCK_CONDITIONS && { condition: condition(choice) }),
    })),
    configuration: {
      title: 'Questions',
      fields: Array.from({ length: FIELDS_PER_STEP }, (_, x) => fieldOf(`s${n}x${x}`)),
    },
  };
}
