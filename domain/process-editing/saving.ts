import type { ContentBlock, Form, FormField, ProcessConfig, Step } from '../process/config.ts';

type Cleared<Element> = {
  readonly [Member in keyof Element as undefined extends Element[Member] ? Member : never]-?: null;
};

const FIELD: Cleared<FormField> = { details: null, options: null, isPersonal: null };
const BLOCK: Omit<Cleared<ContentBlock>, '_id'> = { condition: null, integrations: null };
const FORM: Cleared<Form> = { route: null, method: null };
const STEP: Cleared<Step> = {
  subtitle: null,
  visibilityCondition: null,
  completionCondition: null,
  content: null,
  configuration: null,
  availablePaymentModels: null,
  assessmentIds: null,
};

/**
 * The config for a save with a version. An absent member would mean unchanged there, so each optional member that the
 * config lacks is null, which clears it.
 */
export const textToSave = (config: ProcessConfig): string =>
  JSON.stringify({
    ...config,
    applicationForm: savedForm(config.applicationForm),
    applicationDetailsSteps: config.applicationDetailsSteps.map((step) => ({
      ...step,
      ...missing(STEP, step),
      ...(step.content ? { content: step.content.map((block) => ({ ...block, ...missing(BLOCK, block) })) } : {}),
      ...(step.configuration ? { configuration: savedForm(step.configuration) } : {}),
    })),
  });

const savedForm = (form: Form) => ({
  ...form,
  ...missing(FORM, form),
  fields: form.fields.map((field) => ({ ...field, ...missing(FIELD, field) })),
});

const missing = (cleared: object, element: object): object =>
  Object.fromEntries(Object.entries(cleared).filter(([member]) => !Object.hasOwn(element, member)));
