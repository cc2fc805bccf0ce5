import type { ProcessBlob } from '../../../../api/contract/processes.ts';

/** A field of a process as columns and staff fields need it (spec §3 "Process config"). */
export interface ProcessField {
  readonly name: string;
  readonly label: string;
  readonly dataType: string;
  readonly isAdminOnly: boolean;
  readonly options: readonly string[];
}

export interface ProcessOutline {
  readonly label: string;
  /** The dashboard's columns. */
  readonly columns: readonly ProcessField[];
  /** What stands in a form, in the order in which an applicant meets it. */
  readonly formFields: readonly ProcessField[];
}

type Loose = Record<string, unknown>;
const records = (value: unknown): Loose[] =>
  Array.isArray(value) ? value.filter((item): item is Loose => typeof item === 'object' && item !== null) : [];
const record = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});

const fieldOf = ({ name, label, dataType, isAdminOnly, options }: Loose): ProcessField => ({
  name: String(name ?? ''),
  label: String(label ?? name ?? ''),
  dataType: String(dataType ?? 'text'),
  isAdminOnly: isAdminOnly === true,
  options: Array.isArray(options) ? options.map(String) : [],
});

const NOTHING: ProcessOutline = { label: '', columns: [], formFields: [] };

/** Reads what the server checked when it was saved; a text that is no process has no columns, and hurts nobody. */
export function outlineOf(json: string): ProcessOutline {
  try {
    const config = record(JSON.parse(json));
    const forms = [
      config.applicationForm,
      ...records(config.applicationDetailsSteps).map((step) => step.configuration),
    ];
    return {
      label: String(config.label ?? ''),
      columns: records(config.fields).map(fieldOf),
      formFields: forms.flatMap((form) => records(record(form).fields)).map(fieldOf),
    };
  } catch {
    return NOTHING;
  }
}

export type Outlines = (processId: string | null) => ProcessOutline;

export function outlinesOf(blobs: readonly ProcessBlob[]): Outlines {
  const byId = new Map(blobs.map(({ _id, json }) => [_id, outlineOf(json)]));
  return (processId) => (processId === null ? undefined : byId.get(processId)) ?? NOTHING;
}

/** A name that stands in `fields` only is filled by staff (D20). */
export function staffFieldsOf({ columns, formFields }: ProcessOutline): readonly ProcessField[] {
  const asked = new Set(formFields.map(({ name }) => name));
  return columns.filter(({ name }) => name !== '' && !asked.has(name) && !BUILT_IN.has(name));
}

const BUILT_IN = new Set(['firstName', 'lastName', 'email', 'phoneNumber']);
