import type { ProcessBlob } from '../../../../api/contract/processes.ts';
import { CORE_ANSWERS } from '../../../../domain/application/core-fields.ts';
import type { DashboardField, FormField, ProcessConfig } from '../../../../domain/process/config.ts';

export interface ProcessOutline {
  readonly columns: readonly DashboardField[];
  readonly questions: readonly FormField[];
  readonly plans: readonly string[];
}

const NOTHING: ProcessOutline = { columns: [], questions: [], plans: [] };

/** Parses a process that the server has checked; other text gives an empty outline. */
export function outlineOf(json: string): ProcessOutline {
  try {
    const { fields, applicationForm, applicationDetailsSteps }: Partial<ProcessConfig> = JSON.parse(json);
    const forms = [applicationForm, ...(applicationDetailsSteps ?? []).map((step) => step?.configuration)];
    const plans = (applicationDetailsSteps ?? []).flatMap((step) => step?.availablePaymentModels ?? []);
    return {
      columns: fields ?? [],
      questions: forms.flatMap((form) => form?.fields ?? []),
      plans: [...new Set(plans)],
    };
  } catch {
    return NOTHING;
  }
}

export type Outlines = (processId: string | null | undefined) => ProcessOutline;

export function outlinesOf(blobs: readonly ProcessBlob[]): Outlines {
  const byId = new Map(blobs.map(({ _id, json }) => [_id, outlineOf(json)]));
  return (processId) => (processId ? byId.get(processId) : undefined) ?? NOTHING;
}

export function staffFieldsOf({ columns, questions }: ProcessOutline): readonly DashboardField[] {
  const asked = new Set(questions.map(({ name }) => name));
  return columns.filter(({ name }) => !asked.has(name) && !Object.hasOwn(CORE_ANSWERS, name));
}

export const labelIn = ({ columns, questions }: ProcessOutline, name: string): string | null =>
  [...questions, ...columns].find((field) => field.name === name)?.label ?? null;
