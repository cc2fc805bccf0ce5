import type { ProcessBlob } from '../../../../api/contract/processes.ts';
import { CORE_ANSWERS } from '../../../../domain/application/core-fields.ts';
import type { DashboardField, FormField, ProcessConfig } from '../../../../domain/process/config.ts';

/** What the staff's pages ask of a process: the dashboard's columns, and every question in the order of the forms. */
export interface ProcessOutline {
  readonly columns: readonly DashboardField[];
  readonly questions: readonly FormField[];
  /** The payment models that its steps offer. */
  readonly plans: readonly string[];
}

const NOTHING: ProcessOutline = { columns: [], questions: [], plans: [] };

/** Reads what the server checked when it was saved; a text that is no process has no columns, and hurts nobody. */
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

/** A name that stands in `fields` only is filled by staff. */
export function staffFieldsOf({ columns, questions }: ProcessOutline): readonly DashboardField[] {
  const asked = new Set(questions.map(({ name }) => name));
  return columns.filter(({ name }) => !asked.has(name) && !Object.hasOwn(CORE_ANSWERS, name));
}

/** What a name is called: as its form asks for it, else as the dashboard heads its column. */
export const labelIn = ({ columns, questions }: ProcessOutline, name: string): string | null =>
  [...questions, ...columns].find((field) => field.name === name)?.label ?? null;
