import { PROCESS_CONFIG, type ProcessConfig } from '../../../../../domain/process/config.ts';
import { replace } from '../../../../../domain/process-editing/edits.ts';
import { type History, historyFromText, record, startHistory } from '../../../../../domain/process-editing/history.ts';
import { DRAFT_VERSION } from '../../../../../domain/values/draft-version.ts';
import type { Words } from '../../../shared/drafts/drafts.ts';
import { type Conflict, mergeConfigs } from './merge.ts';

/** The saved state that the edits started from. */
export interface Base {
  /** Undefined for a new process. */
  readonly version: number | undefined;
  readonly config: ProcessConfig;
}

/** The edited config with its changes and their base. A failed save does not change it. */
export interface Session {
  readonly history: History;
  readonly base: Base;
}

/** Null for a config that the editor cannot show. A text that is too long is accepted. */
function parsed(text: unknown): ProcessConfig | null {
  try {
    const config = typeof text === 'string' ? JSON.parse(text) : null;
    const { error } = PROCESS_CONFIG.safeParse(config);
    return !error || error.issues.every(({ code }) => code === 'too_big') ? config : null;
  } catch {
    return null;
  }
}

/** The draft's config and the base of its edits; null without a readable draft. */
export function fromDraft(words: Words | null, saved: Base): { config: ProcessConfig; base: Base } | null {
  const config = parsed(words?.config);
  if (!config) return null;
  const base = parsed(words?.base);
  const version = words?.[DRAFT_VERSION];
  return { config, base: base && version !== undefined ? { config: base, version: Number(version) } : saved };
}

/** From the draft and the changes that this tab has stored; without a draft, from the saved config. */
export function sessionFrom(saved: Base, words: Words | null, keptChanges: string): Session {
  const drafted = fromDraft(words, saved);
  const config = drafted?.config ?? saved.config;
  const kept = historyFromText(keptChanges);
  const history = kept?.text === JSON.stringify(config) ? kept : startHistory(config);
  return { history, base: drafted?.base ?? saved };
}

/** The draft's content; without changes only the config, which then is no draft. */
export function draftOf({ history: { text }, base: { version, config } }: Session, savedText: string): Words {
  if (text === savedText || version === undefined) return { config: text };
  return { config: text, base: JSON.stringify(config), [DRAFT_VERSION]: String(version) };
}

/** Adopts the server's stored text, unless it was edited meanwhile. */
export const withStored = ({ history }: Session, stored: Base, sentText: string): Session => ({
  history: history.text === sentText ? record(history, replace(history.config, stored.config, 'save')) : history,
  base: stored,
});

/** Merges other people's saved changes with the edits as one undoable change. */
export function withTheirs(
  { history, base }: Session,
  saved: Base,
): Session & { readonly conflicts: readonly Conflict[] } {
  const { config, conflicts } = mergeConfigs(base.config, saved.config, history.config);
  return {
    history: record(history, replace(history.config, config, 'add what someone else saved')),
    base: saved,
    conflicts,
  };
}
