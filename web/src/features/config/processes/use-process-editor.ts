import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { PROCESS_CONFIG, type ProcessConfig } from '../../../../../domain/process/config.ts';
import { type Edit, remove, replace } from '../../../../../domain/process-editing/edits.ts';
import {
  type History,
  historyFromText,
  type Moved,
  record,
  redo,
  seal,
  startHistory,
  textOfHistory,
  undo,
} from '../../../../../domain/process-editing/history.ts';
import { withValue } from '../../../../../domain/process-editing/tree.ts';
import { DRAFT_VERSION } from '../../../../../domain/values/draft-version.ts';
import { draftsOfVisit, type Words } from '../../../shared/drafts/drafts.ts';
import { useDraft } from '../../../shared/forms/draft.ts';
import { useDraftElsewhere } from '../../../shared/forms/draft-elsewhere.ts';
import { type Conflict, mergeConfigs, placeOf } from './merge.ts';

/** The saved state that the edits started from. */
export interface Base {
  /** Undefined for a new process. */
  readonly version: number | undefined;
  readonly config: ProcessConfig;
}

const KEEP_MS = 300;

/** Null for what no editor can show; a text that is still too long is none of that. */
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
function fromDraft(words: Words | null, saved: Base): { config: ProcessConfig; base: Base } | null {
  const config = parsed(words?.config);
  if (!config) return null;
  const base = parsed(words?.base);
  const version = words?.[DRAFT_VERSION];
  return { config, base: base && version !== undefined ? { config: base, version: Number(version) } : saved };
}

/** The edited config with undo and redo, kept as this person's draft, and merged with what others save meanwhile. */
export function useProcessEditor({ saved, draftName }: { saved: Base; draftName: string }) {
  const draft = useDraft(draftName);
  const [visit] = useState(() => draftsOfVisit.of(draft.userId));
  const [start] = useState(() => {
    const drafted = fromDraft(draft.initial, saved);
    const config = drafted?.config ?? saved.config;
    const kept = historyFromText(String(visit.read(draftName)?.history ?? ''));
    const history = kept?.text === JSON.stringify(config) ? kept : startHistory(config);
    return { history, base: drafted?.base ?? saved };
  });
  const [history, setHistory] = useState<History>(start.history);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const latest = useRef(history);
  const base = useRef<Base>(start.base);
  const savedText = useMemo(() => JSON.stringify(saved.config), [saved.config]);
  const savedNow = useRef(savedText);
  savedNow.current = savedText;
  const isDirty = history.text !== savedText;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keepNow = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { text } = latest.current;
    const { version, config } = base.current;
    const isChanged = text !== savedNow.current;
    draft.keep(
      isChanged
        ? {
            config: text,
            ...(version === undefined ? {} : { base: JSON.stringify(config), [DRAFT_VERSION]: String(version) }),
          }
        : { config: text },
      { config: savedNow.current },
    );
    visit.write(draftName, { history: textOfHistory(latest.current) }, {});
  }, [draft.keep, draftName, visit]);
  const keepNewest = useRef(keepNow);
  keepNewest.current = keepNow;
  const keepLater = useCallback(() => {
    timer.current ??= setTimeout(() => keepNewest.current(), KEEP_MS);
  }, []);
  useEffect(() => {
    const flush = () => {
      if (timer.current !== undefined) keepNewest.current();
    };
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, []);

  const apply = useCallback(
    (next: History) => {
      if (next === latest.current) return;
      latest.current = next;
      setHistory(next);
      keepLater();
    },
    [keepLater],
  );
  const edit = useCallback(
    (make: (config: ProcessConfig) => Edit) => apply(record(latest.current, make(latest.current.config))),
    [apply],
  );
  const step = useCallback(
    (move: (history: History) => Moved | null): Moved | null => {
      const moved = move(latest.current);
      if (moved) apply(moved.history);
      return moved;
    },
    [apply],
  );

  const show = (words: Words | null) => {
    const drafted = fromDraft(words, saved);
    base.current = drafted?.base ?? saved;
    edit((config) =>
      replace(config, drafted?.config ?? saved.config, drafted ? 'show the other draft' : 'discard the changes'),
    );
  };
  const { elsewhere, ...ways } = useDraftElsewhere(draft, draftName, show);

  const { version } = saved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: merges once for each version that others save
  useEffect(() => {
    if (version === base.current.version) return;
    const merged = mergeConfigs(base.current.config, saved.config, latest.current.config);
    base.current = saved;
    edit((config) => replace(config, merged.config, 'add what someone else saved'));
    setConflicts(merged.conflicts);
    keepNow();
  }, [version]);

  return {
    history,
    edit,
    isDirty,
    draft,
    elsewhere,
    ways,
    conflicts,
    settle: () => setConflicts([]),
    /** Mine instead of theirs where mine was a deletion. */
    resolve: (conflict: Conflict) => {
      edit((config) => {
        const path = placeOf(config, conflict);
        if (!path) return replace(config, config, '');
        const isRemoval = conflict.isDeletedByMe || (conflict.theirs === undefined && typeof path.at(-1) === 'number');
        return isRemoval
          ? remove(config, path)
          : replace(config, withValue(config, path, conflict.theirs), 'use the other version');
      });
      setConflicts((all) => all.filter((one) => one !== conflict));
    },
    undo: () => step(undo),
    redo: () => step(redo),
    /** Undoes the newest change of this name and all later ones, which redo repeats. */
    undoThrough: (name: string) =>
      step((newest) => {
        let moved = undo(newest);
        while (moved && moved.name !== name) moved = undo(moved.history);
        return moved;
      }),
    /** The next typed letter starts a new undo. */
    seal: () => apply(seal(latest.current)),
    baseVersion: () => base.current.version,
    newest: () => latest.current,
    discard: () => show(null),
    /** Takes over what the server stored, unless it was edited meanwhile. */
    noteSaved: (stored: Base, sentText: string) => {
      const isUntouched = latest.current.text === sentText;
      base.current = stored;
      savedNow.current = JSON.stringify(stored.config);
      setConflicts([]);
      if (isUntouched) edit((config) => replace(config, stored.config, 'save'));
      keepNow();
    },
  };
}
