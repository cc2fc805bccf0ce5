import { isAdminOnlyField } from './admin-only-fields.ts';
import type { Condition, Facts, OnError } from './conditions.ts';
import { evaluateCondition } from './conditions.ts';
import type { ContentBlock, Form, ProcessConfig, Step } from './config.ts';
import { answerableFields, isStepVisible } from './steps.ts';

export type PublicProcess = Pick<ProcessConfig, 'label' | 'requestSignup' | 'applicationForm'>;

/** A step for its applicant: null where it is hidden from them, and without conditions. */
export type ApplicantStep = Omit<Step, 'visibilityCondition' | 'completionCondition' | 'content'> & {
  readonly content?: readonly (Omit<ContentBlock, 'condition'> | null)[];
};
export type ApplicantProcess = PublicProcess & { readonly applicationDetailsSteps: readonly (ApplicantStep | null)[] };

export const publicPart = (config: ProcessConfig): PublicProcess => ({
  label: config.label,
  requestSignup: config.requestSignup,
  applicationForm: withoutAdminOnly(config.applicationForm, config),
});

/** `facts` are those of the person's application. */
export const applicantPart = (config: ProcessConfig, facts: Facts, onError?: OnError): ApplicantProcess => ({
  ...publicPart(config),
  applicationDetailsSteps: config.applicationDetailsSteps.map((step) =>
    isStepVisible(step, facts, onError) ? applicantStep(step, config, facts, onError) : null,
  ),
});

function applicantStep(step: Step, config: ProcessConfig, facts: Facts, onError?: OnError): ApplicantStep {
  const { visibilityCondition: _visibility, completionCondition: _completion, content, configuration, ...rest } = step;
  const blocks = content?.map(({ condition, ...block }) =>
    !condition || evaluateCondition(condition, facts, onError) ? block : null,
  );
  return {
    ...rest,
    ...(configuration ? { configuration: withoutAdminOnly(configuration, config) } : {}),
    ...(blocks ? { content: blocks } : {}),
  };
}

export function viewerPart(config: ProcessConfig): ProcessConfig {
  const fields = config.fields.filter(({ isAdminOnly }) => !isAdminOnly);
  const steps = config.applicationDetailsSteps.map(
    ({ visibilityCondition, completionCondition, content, configuration, ...step }): Step => ({
      ...step,
      ...openCondition('visibilityCondition', visibilityCondition, config),
      ...openCondition('completionCondition', completionCondition, config),
      ...(configuration ? { configuration: withoutAdminOnly(configuration, config) } : {}),
      ...(content
        ? {
            content: content.map(({ condition, ...block }) => ({
              ...block,
              ...openCondition('condition', condition, config),
            })),
          }
        : {}),
    }),
  );
  const applicationForm = withoutAdminOnly(config.applicationForm, config);
  return { ...config, fields, applicationForm, applicationDetailsSteps: steps };
}

function openCondition<Name extends string>(
  name: Name,
  condition: Condition | null | undefined,
  config: ProcessConfig,
): { readonly [Key in Name]?: Condition } {
  const isClosed = condition?.terms.some(
    ({ target, targetDetails }) => target === 'FIELD' && isAdminOnlyField(targetDetails ?? '', config),
  );
  return condition && !isClosed ? ({ [name]: condition } as { readonly [Key in Name]: Condition }) : {};
}

const withoutAdminOnly = (form: Form, config: ProcessConfig): Form => ({
  ...form,
  fields: answerableFields(form.fields, config),
});
