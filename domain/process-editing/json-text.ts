import { checkConfig } from '../process/check-config.ts';
import type { ProcessConfig } from '../process/config.ts';
import { TEXTS } from '../text/texts.ts';

export interface TextProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** Such as `applicationForm.fields[2].name`; empty for a text that is no JSON. */
  readonly field: string;
}

export interface CheckedText {
  /** As written, unknown members included; null unless the text describes a process that can be saved. */
  readonly config: ProcessConfig | null;
  readonly errors: readonly TextProblem[];
  /** Members that a save leaves out. */
  readonly unknown: readonly TextProblem[];
}

const PROBLEMS = 100;

/** A process as people see and edit it in its JSON view. */
export const textOfConfig = (config: ProcessConfig): string => `${JSON.stringify(config, null, 2)}\n`;

/** `before` is the saved config, whose longer lists and former names stay allowed. */
export function checkText(text: string, before?: ProcessConfig): CheckedText {
  const { lines, fault, repeated } = scan(text);
  const unreadable = fault ? [fault] : repeated;
  if (unreadable.length > 0) {
    return { config: null, errors: unreadable.map((one) => ({ ...one, field: '' })), unknown: [] };
  }
  const written: unknown = JSON.parse(text);
  const checked = checkConfig(written, before);
  const problem = (field: string, message: string): TextProblem => ({ line: lineOf(field, lines), message, field });
  if (!checked.ok) {
    const errors = checked.rejection.errors ?? [{ field: '', message: checked.rejection.message }];
    return {
      config: null,
      // A missing member has no line, so only its path identifies it.
      errors: errors
        .slice(0, PROBLEMS)
        .map(({ field, message }) => problem(field, field === '' ? message : `${field}: ${message}`)),
      unknown: [],
    };
  }
  const unknown = unknownIn(written, checked.value, '').slice(0, PROBLEMS);
  return {
    config: written as ProcessConfig,
    errors: [],
    unknown: unknown.map((field) => problem(field, `${JSON.stringify(lastPart(field))} is not part of a process.`)),
  };
}

/** Positions in the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Maps each place of a process to its text span and back; an invalid text is mapped up to its fault. */
export function textPlaces(text: string) {
  const { spans } = scan(text);
  return {
    /** The span of the nearest enclosing place that the text contains, or null. */
    spanOf(field: string): Span | null {
      for (let path = field; path !== ''; path = parentOf(path)) {
        const span = spans.get(path);
        if (span) return span;
      }
      return null;
    },
    /**
     * The innermost place at the position, or the one that begins after the spaces there; empty for the process itself.
     */
    fieldAt(position: number): string {
      SPACES.lastIndex = position;
      const at = position + (SPACES.exec(text)?.[0].length ?? 0);
      return [...spans].findLast(([, { from, to }]) => from <= at && at <= to)?.[0] ?? '';
    },
  };
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));

function unknownIn(written: unknown, known: unknown, path: string): readonly string[] {
  if (Array.isArray(written) && Array.isArray(known)) {
    return written.flatMap((element, index) => unknownIn(element, known[index], `${path}[${index}]`));
  }
  if (typeof written !== 'object' || typeof known !== 'object' || !written || !known) return [];
  return Object.entries(written).flatMap(([name, value]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(known, name)) return value === null ? [] : [inner];
    return unknownIn(value, (known as Readonly<Record<string, unknown>>)[name], inner);
  });
}

const lastPart = (path: string): string => path.split('.').at(-1) ?? path;

/** The line of the nearest member that is in the text, because a missing one has none. */
function lineOf(field: string, lines: ReadonlyMap<string, number>): number {
  let path = field;
  while (path !== '') {
    const line = lines.get(path);
    if (line !== undefined) return line;
    path = parentOf(path);
  }
  return 1;
}

const SPACE = /[ \t\n\r]*/y;
const SPACES = /[ \t]*/y;
const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** Null below the depth and beyond the length of names that a process has: hostile texts would have endless paths. */
type KnownPath = string | null;
const DEPTH = 20;
/** No deeper text is read, because writing it again would exceed the stack. */
const DEEPEST = 200;
const NAME_LENGTH = 100;

interface Frame {
  readonly path: KnownPath;
  readonly isList: boolean;
  /** Of an object, so far. */
  readonly names: Set<string>;
  index: number;
}

type Expected = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or the end of the list or object' | 'the end';

const CLOSABLE: readonly Expected[] = ['value or ]', 'name or }', ', or the end of the list or object'];

/**
 * Where each member starts, by its path; or the first fault, which the messages of browsers do not locate. A name that is
 * repeated within an object is valid JSON, but every value of it except the last would be lost.
 */
function scan(text: string): {
  readonly lines: ReadonlyMap<string, number>;
  /** In text order; an unclosed list or object ends with the text. */
  readonly spans: ReadonlyMap<string, Span>;
  readonly fault: Omit<TextProblem, 'field'> | null;
  readonly repeated: readonly Omit<TextProblem, 'field'>[];
} {
  const lines = new Map<string, number>();
  const spans = new Map<string, Span>();
  const repeated: Omit<TextProblem, 'field'>[] = [];
  const frames: Frame[] = [];
  let expected: Expected = 'value';
  let path: KnownPath = '';
  let at = 0;
  let line = 1;
  let start = 0;
  const fault = (found: string) => ({
    lines,
    spans,
    repeated,
    fault: { line, message: TEXTS.processes.notJson(`${found} where ${expected} is expected`) },
  });
  const locate = (found: KnownPath) => {
    path = found;
    if (path === null) return;
    lines.set(path, line);
    spans.set(path, { from: start, to: text.length });
  };
  const end = (of: KnownPath) => {
    const span = of === null ? undefined : spans.get(of);
    if (of !== null && span) spans.set(of, { from: span.from, to: at });
  };
  const pathIn = (frame: Frame, part: string): KnownPath =>
    frame.path === null || frames.length > DEPTH || part.length > NAME_LENGTH ? null : frame.path + part;
  const afterValue = (): Expected => (frames.length === 0 ? 'the end' : ', or the end of the list or object');
  for (;;) {
    SPACE.lastIndex = at;
    const space = SPACE.exec(text)?.[0] ?? '';
    line += space.split('\n').length - 1;
    at += space.length;
    if (at === text.length)
      return expected === 'the end' ? { lines, spans, fault: null, repeated } : fault('the text ends');
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return fault(JSON.stringify(text.slice(at, at + 10)));
    start = at;
    at += token.length;
    const frame = frames.at(-1);
    const isValue = expected === 'value' || expected === 'value or ]';
    if (frame && CLOSABLE.includes(expected) && token === (frame.isList ? ']' : '}')) {
      frames.pop();
      end(frame.path);
      expected = afterValue();
    } else if (isValue && !/^[\]},:]$/.test(token)) {
      if (frame?.isList) locate(pathIn(frame, `[${frame.index}]`));
      if (frames.length > DEEPEST) return { lines, spans, repeated, fault: { line, message: TEXTS.processes.tooDeep } };
      if (token === '{' || token === '[') frames.push({ path, isList: token === '[', names: new Set(), index: 0 });
      else end(path);
      expected = token === '{' ? 'name or }' : token === '[' ? 'value or ]' : afterValue();
    } else if ((expected === 'name or }' || expected === 'name') && token.startsWith('"') && frame) {
      const name: string = JSON.parse(token);
      if (frame.names.has(name) && repeated.length < PROBLEMS) {
        repeated.push({ line, message: TEXTS.processes.repeatedName(name.slice(0, NAME_LENGTH)) });
      }
      frame.names.add(name);
      locate(pathIn(frame, frame.path === '' ? name : `.${name}`));
      expected = ':';
    } else if (expected === ':' && token === ':') {
      expected = 'value';
    } else if (expected === ', or the end of the list or object' && token === ',' && frame) {
      frame.index += 1;
      expected = frame.isList ? 'value' : 'name';
    } else return fault(JSON.stringify(token.slice(0, 10)));
  }
}
