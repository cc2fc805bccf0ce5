import type { ProcessBlob } from '../../../../api/contract/processes.ts';
import { CORE_ANSWERS, DEFAULT_FORM } from '../../../../domain/application/core-fields.ts';
import type { DashboardField, FormField, ProcessConfig } from '../../../../domain/process/config.ts';

export interface OutlinedForm {
  /** The index of its step; null for the application form. */
  readonly step: number | null;
  readonly title: string;
  readonly fields: readonly FormField[];
}

export interface ProcessOutline {
  readonly columns: readonly DashboardField[];
  readonly forms: readonly OutlinedForm[];
  /** Those of all forms. */
  readonly questions: readonly FormField[];
  readonly plans: readonly string[];
}

const FORM_TITLE = 'Application form';
/** Of a batch without a process. */
const BUILT_IN: ProcessOutline = {
  columns: [],
  forms: [{ step: null, title: FORM_TITLE, fields: DEFAULT_FORM.fields }],
  questions: DEFAULT_FORM.fields,
  plans: [],
};
const NOTHING: ProcessOutline = { columns: [], forms: [], questions: [], plans: [] };

/** Parses a process that the server has checked; other text gives an empty outline. */
export function outlineOf(json: string): ProcessOutline {
  try {
    const { fields, applicationForm, applicationDetailsSteps }: Partial<ProcessConfig> = JSON.parse(json);
    const forms = [
      { step: null, title: FORM_TITLE, fields: applicationForm?.fields ?? [] },
      ...(applicationDetailsSteps ?? []).map((step, index) => ({
        step: index,
        title: step?.title ?? '',
        fields: step?.configuration?.fields ?? [],
      })),
    ];
    const plans = (applicationDetailsSteps ?? []).flatMap((step) => step?.availablePaymentModels ?? []);
    return {
      columns: fields ?? [],
      forms,
      questions: forms.flatMap(({ fields: asked }) => asked),
      plans: [...new Set(plans)],
    };
  } catch {
    return NOTHING;
  }
}

export type Outlines = (processId: string | null | undefined) => ProcessOutline;

export function outlinesOf(blobs: readonly ProcessBlob[]): Outlines {
  const byId = new Map(blobs.map(({ _id, json }) => [_id, outlineOf(json)]));
  return (processId) => (processId === null ? BUILT_IN : byId.get(processId ?? '')) ?? NOTHING;
}

export function staffFieldsOf({ columns, questions }: ProcessOutline): readonly DashboardField[] {
  const asked = new Set(questions.map(({ name }) => name));
  return columns.filter(({ name }) => !asked.has(name) && !Object.hasOwn(CORE_ANSWERS, name));
}

export const labelIn = ({ columns, questions }: ProcessOutline, name: string): string | null =>
  [...questions, ...columns].find((field) => field.name === name)?.label ?? null;
