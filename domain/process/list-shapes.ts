import { LIMITS } from '../limits/limits.ts';
import { type ListShapes, listOf } from '../limits/list-limits.ts';

const CONDITION: ListShapes = { terms: listOf('A condition', 'terms', LIMITS.terms) };

const FORM: ListShapes = {
  fields: listOf('A form', 'fields', LIMITS.fields, {
    key: 'name',
    each: { options: listOf('A field', 'options', LIMITS.options) },
  }),
};

export const PROCESS_LISTS: ListShapes = {
  fields: listOf('A dashboard', 'columns', LIMITS.columns),
  applicationForm: FORM,
  applicationDetailsSteps: listOf('A process', 'steps', LIMITS.steps, {
    key: '_id',
    each: {
      visibilityCondition: CONDITION,
      completionCondition: CONDITION,
      content: listOf('A step', 'content blocks', LIMITS.contentBlocks, {
        each: {
          condition: CONDITION,
          integrations: listOf('A content block', 'embedded pages', LIMITS.integrations),
        },
      }),
      configuration: FORM,
      availablePaymentModels: listOf('A step', 'payment plans', LIMITS.ids),
      assessmentIds: listOf('A step', 'assessments', LIMITS.ids),
    },
  }),
};
