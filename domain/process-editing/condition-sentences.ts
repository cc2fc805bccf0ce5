import { APPLICATION_STATUSES } from '../application/statuses.ts';
import { type Condition, type ConditionTerm, numberOf } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import type { ConditionPurpose } from './condition-places.ts';

/** A piece of a sentence. `gone` names a field that the process no longer has. */
export interface Words {
  readonly kind: 'words' | 'field' | 'gone' | 'value';
  readonly text: string;
}

/** How sentences name each field, and back. */
export interface FieldWords {
  readonly words: (name: string) => Words;
  /** The fields whose words the text starts with, the longest words first. */
  readonly read: (text: string) => readonly { readonly name: string; readonly rest: string }[];
}

export const FACT_LABELS: Readonly<Record<string, string>> = {
  selectedPaymentModelId: 'Payment plan',
  calendlyStartTime: 'Interview time',
  calendlyEventUri: 'Interview booking',
};

/** "is answered" of members that no form asks. */
const FACT_EXISTS: Readonly<Record<string, string>> = {
  selectedPaymentModelId: 'a payment plan is chosen',
  calendlyStartTime: 'the interview time is known',
  calendlyEventUri: 'an interview is booked',
};

const CORE_LABELS = { firstName: 'First name', lastName: 'Last name', email: 'Email', phoneNumber: 'Phone' };

/** The first label of each field, of forms before columns. */
export function labelsOf(config: ProcessConfig): ReadonlyMap<string, string> {
  const forms = [config.applicationForm, ...config.applicationDetailsSteps.map(({ configuration }) => configuration)];
  const fields = [...forms.flatMap((form) => form?.fields ?? []), ...config.fields];
  return new Map(fields.toReversed().map(({ name, label }) => [name, label.trim() === '' ? name : label]));
}

/** `former` are labels of deleted fields by name: a condition that still names one keeps showing its label. */
export function fieldWords(config: ProcessConfig, former: ReadonlyMap<string, string> = new Map()): FieldWords {
  const labels = new Map([...Object.entries(CORE_LABELS), ...Object.entries(FACT_LABELS), ...labelsOf(config)]);
  const counts = Map.groupBy(labels.values(), (label) => label);
  const formerCounts = Map.groupBy(former.values(), (label) => label);
  const words = (name: string): Words => {
    const label = labels.get(name);
    if (label !== undefined) {
      const isTwin = (counts.get(label)?.length ?? 0) > 1;
      return { kind: 'field', text: quoted(label) + (isTwin ? ` (${name})` : '') };
    }
    const old = former.get(name);
    const isKnown = old !== undefined && formerCounts.get(old)?.length === 1;
    return { kind: 'gone', text: `${quoted(old ?? name)} ${isKnown ? '(deleted)' : `(deleted, ${name})`}` };
  };
  const names = [...new Set([...labels.keys(), ...former.keys()])];
  const byLength = names
    .map((name) => ({ name, text: words(name).text }))
    .toSorted((one, other) => other.text.length - one.text.length);
  return {
    words,
    read(text) {
      const known = byLength.flatMap((field) =>
        text.startsWith(field.text) ? [{ name: field.name, rest: text.slice(field.text.length) }] : [],
      );
      const unknown = /^“(?:[^”]|””)*” \(deleted, (\w+)\)/.exec(text);
      return unknown ? [...known, { name: unknown[1] ?? '', rest: text.slice(unknown[0].length) }] : known;
    },
  };
}

const quoted = (text: string): string => `“${text.replaceAll('”', '””')}”`;

const LEAD: Readonly<Record<ConditionPurpose, string>> = {
  visibility: 'Shown when ',
  completion: 'Complete when ',
  block: 'Shown when ',
};
const WITHOUT_TERMS: Readonly<Record<ConditionPurpose, string>> = {
  visibility: 'Always shown',
  completion: 'Complete when everything asked here is done',
  block: 'Always shown',
};

/** "Shown when status is at least CONTRACT SENT and 1 assessment is complete" */
export function sentenceOf(
  condition: Condition | null | undefined,
  purpose: ConditionPurpose,
  fields: FieldWords,
): readonly Words[] {
  const terms = condition?.terms ?? [];
  if (!condition || terms.length === 0) return [plain(WITHOUT_TERMS[purpose])];
  const { start, between } = JOINS[condition.logicalOperator][terms.length > 2 ? 'list' : 'pair'];
  const inner = terms.flatMap((term, index) => [...(index > 0 ? [plain(between)] : []), ...termWords(term, fields)]);
  return [plain(LEAD[purpose]), ...(start === '' ? [] : [plain(start)]), ...inner];
}

export const textOfWords = (words: readonly Words[]): string => words.map(({ text }) => text).join('');

const JOINS = {
  AND: { pair: { start: '', between: ' and ' }, list: { start: 'all of: ', between: '; ' } },
  OR: { pair: { start: '', between: ' or ' }, list: { start: 'any of: ', between: '; ' } },
} as const;

const MISSING = '…';
const plain = (text: string): Words => ({ kind: 'words', text });
const value = (text: string): Words => ({ kind: 'value', text });

export function termWords(term: ConditionTerm, fields: FieldWords): readonly Words[] {
  const { target, targetDetails, operator, comparisonValue } = term;
  switch (target) {
    case 'STATUS': {
      if (operator === 'Exists') return [plain('status is set')];
      return [plain(`status is ${STATUS_WORDS[operator]} `), value(String(comparisonValue ?? MISSING))];
    }
    case 'ASSESSMENTS_COMPLETE': {
      if (operator === 'Exists') return [plain('any assessment is complete')];
      const count = String(comparisonValue ?? MISSING);
      const lead = operator === 'Greater than' ? [plain('more than ')] : [];
      return [...lead, value(count), plain(count === '1' ? ' assessment is complete' : ' assessments are complete')];
    }
    case 'FIELD':
      return fieldTermWords(targetDetails ?? '', operator, comparisonValue, fields);
  }
}

const STATUS_WORDS = { 'Greater than': 'after', 'Greater than or equal': 'at least' } as const;
const NUMBER_WORDS = { 'Greater than': 'more than', 'Greater than or equal': 'at least' } as const;

function fieldTermWords(
  name: string,
  operator: ConditionTerm['operator'],
  comparisonValue: ConditionTerm['comparisonValue'],
  fields: FieldWords,
): readonly Words[] {
  if (operator === 'Exists') {
    const fact = Object.hasOwn(FACT_EXISTS, name) ? FACT_EXISTS[name] : undefined;
    return fact ? [plain(fact)] : [name === '' ? plain(MISSING) : fields.words(name), plain(' is answered')];
  }
  const subject = name === '' ? plain(MISSING) : fields.words(name);
  const text = String(comparisonValue ?? '');
  if (text === '') return [subject, plain(` is ${NUMBER_WORDS[operator]} `), value(MISSING)];
  if (isPlainNumber(text)) return [subject, plain(` is ${NUMBER_WORDS[operator]} `), value(text)];
  return operator === 'Greater than'
    ? [subject, plain(' comes after '), value(quoted(text)), plain(' in the alphabet')]
    : [subject, plain(' is '), value(quoted(text)), plain(' or comes after it in the alphabet')];
}

const isPlainNumber = (text: string): boolean => {
  const number = numberOf(text);
  return number !== null && String(number) === text;
};

/** The condition that a sentence describes; null where it describes none. Undoes `sentenceOf` for complete conditions. */
export function conditionFromSentence(
  sentence: string,
  purpose: ConditionPurpose,
  fields: FieldWords,
): Condition | null {
  if (sentence === WITHOUT_TERMS[purpose]) return { logicalOperator: 'AND', terms: [] };
  if (!sentence.startsWith(LEAD[purpose])) return null;
  const text = sentence.slice(LEAD[purpose].length);
  for (const logicalOperator of ['AND', 'OR'] as const) {
    for (const { start, between } of Object.values(JOINS[logicalOperator])) {
      if (!text.startsWith(start)) continue;
      const terms = readTerms(text.slice(start.length), between, fields);
      if (terms) return { logicalOperator, terms };
    }
  }
  return null;
}

function readTerms(text: string, between: string, fields: FieldWords): ConditionTerm[] | null {
  for (const { term, rest } of readTerm(text, fields)) {
    if (rest === '') return [term];
    if (!rest.startsWith(between)) continue;
    const others = readTerms(rest.slice(between.length), between, fields);
    if (others) return [term, ...others];
  }
  return null;
}

interface Read {
  readonly term: ConditionTerm;
  readonly rest: string;
}

function readTerm(text: string, fields: FieldWords): readonly Read[] {
  const fact = Object.entries(FACT_EXISTS).find(([, words]) => text.startsWith(words));
  if (fact) {
    const term = { target: 'FIELD', targetDetails: fact[0], operator: 'Exists' } as const;
    return [{ term, rest: text.slice(fact[1].length) }];
  }
  const own = [...readStatus(text), ...readAssessments(text)];
  return own.length > 0 ? own : fields.read(text).flatMap(({ name, rest }) => readField(name, rest));
}

function readStatus(text: string): readonly Read[] {
  const set = after(text, 'status is set');
  if (set !== null) return [{ term: { target: 'STATUS', operator: 'Exists' }, rest: set }];
  return COMPARISONS.flatMap((operator) =>
    APPLICATION_STATUSES.flatMap((status) => {
      const rest = after(text, `status is ${STATUS_WORDS[operator]} ${status}`);
      return rest === null ? [] : [{ term: { target: 'STATUS', operator, comparisonValue: status } as const, rest }];
    }),
  );
}

function readAssessments(text: string): readonly Read[] {
  const any = after(text, 'any assessment is complete');
  if (any !== null) return [{ term: { target: 'ASSESSMENTS_COMPLETE', operator: 'Exists' }, rest: any }];
  const found = /^(more than )?(\S+) (?:assessment is|assessments are) complete/.exec(text);
  if (!found) return [];
  const operator = found[1] === undefined ? 'Greater than or equal' : 'Greater than';
  const term = { target: 'ASSESSMENTS_COMPLETE', operator, comparisonValue: found[2] } as const;
  return [{ term, rest: text.slice(found[0].length) }];
}

function readField(name: string, text: string): readonly Read[] {
  const term = (operator: ConditionTerm['operator'], comparisonValue?: string): ConditionTerm => ({
    target: 'FIELD',
    targetDetails: name,
    operator,
    ...(comparisonValue === undefined ? {} : { comparisonValue }),
  });
  const answered = after(text, ' is answered');
  if (answered !== null) return [{ term: term('Exists'), rest: answered }];
  for (const [pattern, operator, isQuoted] of FIELD_PATTERNS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const given = isQuoted ? (found[1] ?? '').replaceAll('””', '”') : (found[1] ?? '');
    return [{ term: term(operator, given), rest: text.slice(found[0].length) }];
  }
  return [];
}

const COMPARISONS = ['Greater than or equal', 'Greater than'] as const;
const FIELD_PATTERNS: readonly (readonly [RegExp, ConditionTerm['operator'], boolean])[] = [
  [/^ is at least ([^\s;]+)/, 'Greater than or equal', false],
  [/^ is more than ([^\s;]+)/, 'Greater than', false],
  [/^ comes after “((?:[^”]|””)*)” in the alphabet/, 'Greater than', true],
  [/^ is “((?:[^”]|””)*)” or comes after it in the alphabet/, 'Greater than or equal', true],
];

const after = (text: string, start: string): string | null =>
  text.startsWith(start) ? text.slice(start.length) : null;
