import { z } from 'zod';
import type { ProcessConfig } from '../process/config.ts';
import type { Edit } from './edits.ts';
import type { Path } from './tree.ts';

const LENGTH = 200;
/** Of all changed texts together, so that a draft with its history stays within the limit of a draft. */
const CHARACTERS = 100_000;

const PATH = z.array(z.union([z.string(), z.int()]));
const STEP_BACK = z.object({
  /** What undo and redo name: "delete Motivation". */
  name: z.string(),
  /** Where the change is before and after it; undo opens the first, redo the second. */
  from: PATH,
  to: PATH,
  key: z.string().optional(),
  /** In the config's JSON text: at this position, `removed` became `inserted`. */
  at: z.int().nonnegative(),
  removed: z.string(),
  inserted: z.string(),
});
type Entry = Readonly<Omit<z.infer<typeof STEP_BACK>, 'from' | 'to'>> & { readonly from: Path; readonly to: Path };

const STORED = z.object({ text: z.string(), past: z.array(STEP_BACK), future: z.array(STEP_BACK) });

/** The edited config with its changes. `text` is the config as JSON; undo restores it to the byte. */
export interface History {
  readonly config: ProcessConfig;
  readonly text: string;
  readonly past: readonly Entry[];
  /** The next redo last. */
  readonly future: readonly Entry[];
}

export const startHistory = (config: ProcessConfig): History => ({
  config,
  text: JSON.stringify(config),
  past: [],
  future: [],
});

/** An edit with the key of the last one becomes one with it, so that undo takes back typed words, not letters. */
export function record(history: History, { config, name, from, to, key }: Edit): History {
  const text = JSON.stringify(config);
  if (text === history.text) return history;
  const last = history.past.at(-1);
  const isJoined = key !== undefined && last?.key === key && history.future.length === 0;
  const before = isJoined ? withoutChange(history.text, last) : history.text;
  const past = isJoined ? history.past.slice(0, -1) : history.past;
  if (text === before) return { config, text, past, future: [] };
  const entry = {
    name: isJoined ? last.name : name,
    from: isJoined ? last.from : from,
    to,
    key,
    ...changeOf(before, text),
  };
  return { config, text, past: bounded([...past, entry]), future: [] };
}

/** The next edit starts a new undo even if it has the key of the last one. */
export function seal(history: History): History {
  const last = history.past.at(-1);
  if (last?.key === undefined) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, key: undefined }] };
}

export interface Moved {
  readonly history: History;
  readonly name: string;
  /** Where the restored or repeated change is now. */
  readonly place: Path;
}

/** Null if there is nothing to undo. */
export function undo(history: History): Moved | null {
  const entry = history.past.at(-1);
  if (!entry) return null;
  const text = withoutChange(history.text, entry);
  const moved = { past: history.past.slice(0, -1), future: [...history.future, { ...entry, key: undefined }] };
  return { history: { ...moved, text, config: parsed(text, history.config) }, name: entry.name, place: entry.from };
}

/** Null if there is nothing to redo. */
export function redo(history: History): Moved | null {
  const entry = history.future.at(-1);
  if (!entry) return null;
  const { at, removed, inserted } = entry;
  const text = history.text.slice(0, at) + inserted + history.text.slice(at + removed.length);
  const moved = { past: [...history.past, entry], future: history.future.slice(0, -1) };
  return { history: { ...moved, text, config: parsed(text, history.config) }, name: entry.name, place: entry.to };
}

/** For a draft: survives a reload and a save. */
export const textOfHistory = ({ text, past, future }: History): string => JSON.stringify({ text, past, future });

/** Null if the text is no history. */
export function historyFromText(stored: string): History | null {
  try {
    const history = STORED.parse(JSON.parse(stored));
    return { ...history, config: JSON.parse(history.text) };
  } catch {
    return null;
  }
}

const withoutChange = (text: string, { at, removed, inserted }: Entry): string =>
  text.slice(0, at) + removed + text.slice(at + inserted.length);

function changeOf(before: string, after: string): Pick<Entry, 'at' | 'removed' | 'inserted'> {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  let end = 0;
  while (
    end < shorter - at &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  return { at, removed: before.slice(at, before.length - end), inserted: after.slice(at, after.length - end) };
}

function bounded(entries: readonly Entry[]): readonly Entry[] {
  let characters = 0;
  const first = entries.findLastIndex(({ removed, inserted }, index) => {
    characters += removed.length + inserted.length;
    return entries.length - index > LENGTH || characters > CHARACTERS;
  });
  return entries.slice(Math.min(first + 1, entries.length - 1));
}

/** Unchanged parts keep their identity, so that only changed cards render again. */
const parsed = (text: string, known: ProcessConfig): ProcessConfig => sharing(known, JSON.parse(text)) as ProcessConfig;

function sharing(known: unknown, fresh: unknown): unknown {
  if (known === fresh || typeof known !== 'object' || typeof fresh !== 'object' || !known || !fresh) return fresh;
  if (Array.isArray(known) !== Array.isArray(fresh)) return fresh;
  const old = known as Record<string, unknown>;
  const entries = Object.entries(fresh).map(([name, value]) => [name, sharing(old[name], value)] as const);
  const isSame =
    entries.every(([name, value]) => Object.hasOwn(old, name) && old[name] === value) &&
    Object.keys(old).join('\0') === Object.keys(fresh).join('\0');
  if (isSame) return known;
  return Array.isArray(fresh) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
