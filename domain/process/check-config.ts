import type { z } from 'zod';
import { accept, type FieldError, type Result, reject } from '../decision.ts';
import { inPlainWords } from '../plain-words.ts';
import { type DashboardField, type Form, type FormField, PROCESS_CONFIG, type ProcessConfig } from './config.ts';

/** Names that an application uses for something else; of its built-ins forms fill only names, email and phone (D20). */
export const RESERVED_NAMES: readonly string[] = [
  ...['_id', 'batchId', 'organizationId', 'status', 'createdAt', 'trackingNumber', 'userId', 'selectedPaymentModelId'],
  ...['adminAssignee', 'adminComments', 'tracking', 'assessmentScores', 'userActivity', 'lastSeenAt', 'values'],
  ...['calendlyEventUri', 'calendlyStartTime', 'calendlyJoinUrl', 'transferredFrom', 'transferredTo'],
  ...['version', 'steps', 'transferBatchId', 'entryId', 'isErased', 'isReadOnly', 'hasAccount'],
  ...['constructor', 'prototype', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toString', 'toLocaleString', 'valueOf', 'toJSON'],
];

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const FORM_TARGETS: Readonly<Record<string, string>> = {
  '/api/applications': 'POST',
  '/api/applications/:entryId': 'PUT',
};

/** A config fit to be saved, or every reason against it, each with the path to it, like `applicationForm.fields[2].name`. */
export function checkConfig(input: unknown): Result<ProcessConfig> {
  const parsed = PROCESS_CONFIG.safeParse(input, { error: inPlainWords });
  const errors = parsed.success ? rulesOf(parsed.data) : parsed.error.issues.map(errorOf);
  const [first] = errors;
  if (first) return reject('refused', first.field ? `${first.field}: ${first.message}` : first.message, errors);
  return accept(parsed.data as ProcessConfig);
}

/** Steps that an editor has just added get the `_id` by which later changes are told apart (D2). */
export function withStepIds(input: unknown, newId: (label: string) => string): unknown {
  if (!isObject(input) || !Array.isArray(input.applicationDetailsSteps)) return input;
  const steps = input.applicationDetailsSteps.map((step, index) =>
    isObject(step) && (step._id === undefined || step._id === null) ? { ...step, _id: newId(`step:${index}`) } : step,
  );
  return { ...input, applicationDetailsSteps: steps };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const errorOf = (issue: z.core.$ZodIssue): FieldError => ({ field: pathOf(issue.path), message: issue.message });

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');

function rulesOf(config: ProcessConfig): readonly FieldError[] {
  const steps = config.applicationDetailsSteps;
  return [
    ...(config.label.trim() === '' ? [{ field: 'label', message: 'A process needs a label.' }] : []),
    ...namesOf(config.fields, 'fields'),
    ...formRules(config.applicationForm, 'applicationForm'),
    ...emailRule(config.applicationForm),
    ...steps.flatMap((step, index) => {
      const path = `applicationDetailsSteps[${index}]`;
      const urls = (step.content ?? []).flatMap((block, blockIndex) =>
        (block.integrations ?? []).flatMap(({ url }, urlIndex) => {
          const field = `${path}.content[${blockIndex}].integrations[${urlIndex}].url`;
          return isHttps(url)
            ? []
            : [{ field, message: 'An embedded page needs an address that starts with https://.' }];
        }),
      );
      const isTwin = steps.findIndex(({ _id }) => _id === step._id) !== index;
      return [
        ...(isTwin ? [{ field: `${path}._id`, message: 'Another step carries this _id already.' }] : []),
        ...(step.configuration ? formRules(step.configuration, `${path}.configuration`) : []),
        ...urls,
      ];
    }),
  ];
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';

function formRules(form: Form, path: string): readonly FieldError[] {
  return [...targetRule(form, path), ...namesOf(form.fields, `${path}.fields`), ...optionRules(form.fields, path)];
}

function targetRule({ route, method }: Form, path: string): readonly FieldError[] {
  if (route === undefined && method === undefined) return [];
  const isKnown = route !== undefined && Object.hasOwn(FORM_TARGETS, route);
  if (isKnown && FORM_TARGETS[route] === method?.toUpperCase()) return [];
  const message = 'A form goes to POST /api/applications or PUT /api/applications/:entryId.';
  return [{ field: `${path}.${isKnown ? 'method' : 'route'}`, message }];
}

function namesOf(fields: readonly (FormField | DashboardField)[], path: string): readonly FieldError[] {
  return fields.flatMap(({ name }, index) => {
    const field = `${path}[${index}].name`;
    if (!NAME.test(name)) {
      return [{ field, message: `'${name}' is no field name: a letter, then letters, digits and _ (64 at most).` }];
    }
    if (RESERVED_NAMES.includes(name)) return [{ field, message: `'${name}' has a meaning of its own already.` }];
    const isTwin = fields.findIndex((other) => other.name === name) !== index;
    return isTwin ? [{ field, message: `'${name}' stands here twice.` }] : [];
  });
}

const optionRules = (fields: readonly FormField[], path: string): readonly FieldError[] =>
  fields.flatMap(({ dataType, options }, index) =>
    dataType === 'select' && !options?.some((option) => option.trim() !== '')
      ? [{ field: `${path}.fields[${index}].options`, message: 'A select needs at least one option.' }]
      : [],
  );

/** Who applies is known by the email (D12), so there is no application without one. */
function emailRule({ fields }: Form): readonly FieldError[] {
  if (fields.some(({ name, required }) => name === 'email' && required)) return [];
  return [{ field: 'applicationForm.fields', message: "An application form needs a required field named 'email'." }];
}
