import type { z } from 'zod';
import { CORE_MEMBERS, CORE_VALUE_NAMES } from '../application/core-fields.ts';
import { accept, type FieldError, type Result, reject } from '../event-sourcing/decision.ts';
import { faultOfContent } from '../event-sourcing/storable.ts';
import { listErrors } from '../limits/list-limits.ts';
import { isBlank } from '../text/blank.ts';
import { asValue } from '../text/inserted-text.ts';
import { inPlainWords } from '../text/plain-words.ts';
import { TEXTS } from '../text/texts.ts';
import { isHttpsAddress } from '../values/web-address.ts';
import { conditionRules } from './condition-rules.ts';
import { type DashboardField, type Form, type FormField, PROCESS_CONFIG, type ProcessConfig } from './config.ts';
import { FIELD_NAME } from './field-name.ts';
import { PROCESS_LISTS } from './list-shapes.ts';

/** Names that an application, or a request about one, uses itself. */
export const RESERVED_NAMES: readonly string[] = [
  ...Object.keys(CORE_MEMBERS),
  ...['transferBatchId', 'undoes', 'entryId', 'isReadOnly', 'hasAccount'],
  ...['constructor', 'prototype', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toString', 'toLocaleString', 'valueOf', 'toJSON'],
];

const TEXT_NAMES: ReadonlySet<string> = new Set(CORE_VALUE_NAMES);

const FORM_TARGETS: Readonly<Record<string, string>> = {
  '/api/applications': 'POST',
  '/api/applications/:entryId': 'PUT',
};

/** Returns every error with its path, such as `applicationForm.fields[2].name`. */
export function checkConfig(input: unknown, before?: ProcessConfig): Result<ProcessConfig> {
  const tooLong = refusalOfLists(input, before);
  if (tooLong) return tooLong;
  const parsed = PROCESS_CONFIG.safeParse(withoutNulls(input), { error: inPlainWords });
  const errors = parsed.success ? rulesOf(parsed.data, namesIn(before)) : parsed.error.issues.map(errorOf);
  if (errors.length > 0) return refused(errors);
  const config = parsed.data as ProcessConfig;
  return accept(config.label === before?.label ? config : { ...config, label: asValue(config.label) });
}

/** A list that is longer than its limit and longer than before. */
export function refusalOfLists(input: unknown, before?: ProcessConfig): Result<never> | null {
  const tooLong = listErrors(input, PROCESS_LISTS, before);
  return tooLong.length > 0 ? refused(tooLong) : null;
}

function refused(errors: readonly FieldError[]): Result<never> {
  const [first] = errors;
  const message = first?.field ? `${first.field}: ${first.message}` : (first?.message ?? '');
  return reject('refused', message, errors);
}

const DEPTH = 12;

/** null means absent; list elements stay, because positions count. */
function withoutNulls(input: unknown, depth = DEPTH): unknown {
  if (depth === 0 || typeof input !== 'object' || input === null) return input;
  if (Array.isArray(input)) return input.map((element) => withoutNulls(element, depth - 1));
  const result: Record<string, unknown> = { ...input };
  for (const [name, value] of Object.entries(input)) {
    if (value === null) delete result[name];
    else if (typeof value === 'object') result[name] = withoutNulls(value, depth - 1);
  }
  return result;
}

/** Gives new steps the `_id` that identifies them in later changes. */
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

function namesIn(config: ProcessConfig | undefined): ReadonlySet<string> {
  if (!config) return new Set();
  const forms = [config.applicationForm, ...config.applicationDetailsSteps.map(({ configuration }) => configuration)];
  const fields = [...config.fields, ...forms.flatMap((form) => form?.fields ?? [])];
  return new Set(fields.map(({ name }) => name));
}

/** `kept` may include names that were reserved after the config used them. */
function rulesOf(config: ProcessConfig, kept: ReadonlySet<string>): readonly FieldError[] {
  const steps = config.applicationDetailsSteps;
  const isTwinStep = twins(steps.map(({ _id }) => _id));
  return [
    ...unstorableTexts(config),
    ...(isBlank(config.label) ? [{ field: 'label', message: TEXTS.processes.labelMissing }] : []),
    ...namesOf(config.fields, 'fields', kept),
    ...formRules(config.applicationForm, 'applicationForm', kept),
    ...emailRules(config),
    ...conditionRules(config),
    ...steps.flatMap((step, index) => {
      const path = `applicationDetailsSteps[${index}]`;
      const urls = (step.content ?? []).flatMap((block, blockIndex) =>
        (block.integrations ?? []).flatMap(({ url }, urlIndex) => {
          const field = `${path}.content[${blockIndex}].integrations[${urlIndex}].url`;
          return isHttpsAddress(url.trim()) ? [] : [{ field, message: TEXTS.processes.embeddedNotSecure }];
        }),
      );
      const blocks = step.content ?? [];
      const twinBlocks = blocks.flatMap(({ _id }, at) =>
        _id !== undefined && blocks.findIndex((block) => block._id === _id) < at
          ? [{ field: `${path}.content[${at}]._id`, message: TEXTS.processes.blockTwice }]
          : [],
      );
      return [
        ...twinBlocks,
        ...(isTwinStep[index] ? [{ field: `${path}._id`, message: TEXTS.processes.stepTwice }] : []),
        ...(step.configuration ? formRules(step.configuration, `${path}.configuration`, kept) : []),
        ...urls,
      ];
    }),
  ];
}

/** The first text that no store accepts: named here, a preview and the editor refuse it as a save does. */
function unstorableTexts(config: ProcessConfig): readonly FieldError[] {
  const found = faultOfContent(config);
  const { nul, half } = TEXTS.requests.unstorable;
  const message = found?.kind === 'NUL' ? nul : found?.kind === 'half a character' ? half : null;
  return found && message !== null ? [{ field: found.at.replace(/^\./, ''), message }] : [];
}

function twins(names: readonly string[]): readonly boolean[] {
  const seen = new Set<string>();
  return names.map((name) => seen.size === seen.add(name).size);
}

function formRules(form: Form, path: string, kept: ReadonlySet<string>): readonly FieldError[] {
  const names = namesOf(form.fields, `${path}.fields`, kept);
  return [...targetRule(form, path), ...names, ...optionRules(form.fields, path)];
}

function targetRule({ route, method }: Form, path: string): readonly FieldError[] {
  if (route === undefined && method === undefined) return [];
  const isKnown = route !== undefined && Object.hasOwn(FORM_TARGETS, route);
  if (isKnown && FORM_TARGETS[route] === method?.toUpperCase()) return [];
  return [{ field: `${path}.${isKnown ? 'method' : 'route'}`, message: TEXTS.processes.formTargetUnknown }];
}

function namesOf(
  fields: readonly (FormField | DashboardField)[],
  path: string,
  kept: ReadonlySet<string>,
): readonly FieldError[] {
  const isTwin = twins(fields.map(({ name }) => name));
  return fields.flatMap(({ name, dataType }, index) => {
    const field = `${path}[${index}].name`;
    if (!FIELD_NAME.test(name)) return [{ field, message: TEXTS.processes.nameInvalid(name) }];
    if (RESERVED_NAMES.includes(name) && !kept.has(name))
      return [{ field, message: TEXTS.processes.nameReserved(name) }];
    if (isTwin[index]) return [{ field, message: TEXTS.processes.nameTwice(name) }];
    const isFile = dataType === 'file' && TEXT_NAMES.has(name);
    return isFile ? [{ field: `${path}[${index}].dataType`, message: TEXTS.processes.builtInIsText(name) }] : [];
  });
}

const optionRules = (fields: readonly FormField[], path: string): readonly FieldError[] =>
  fields.flatMap(({ dataType, options }, index) =>
    dataType === 'select' && !options?.some((option) => option.trim() !== '')
      ? [{ field: `${path}.fields[${index}].options`, message: TEXTS.processes.optionsMissing }]
      : [],
  );

/** The email identifies the applicant (rule 55), so its field must be required and visible. */
function emailRules({ applicationForm, fields }: ProcessConfig): readonly FieldError[] {
  const at = applicationForm.fields.findIndex(({ name, required }) => name === 'email' && required);
  if (at < 0) return [{ field: 'applicationForm.fields', message: TEXTS.processes.emailMissing }];
  const isText = ['email', 'text'].includes(applicationForm.fields[at]?.dataType ?? '');
  const hidden = fields.findIndex(({ name, isAdminOnly }) => name === 'email' && isAdminOnly);
  return [
    ...(isText ? [] : [{ field: `applicationForm.fields[${at}].dataType`, message: TEXTS.processes.emailIsText }]),
    ...(hidden < 0 ? [] : [{ field: `fields[${hidden}].isAdminOnly`, message: TEXTS.processes.emailHidden }]),
  ];
}
