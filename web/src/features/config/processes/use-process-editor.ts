import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { type Edit, remove, replace } from '../../../../../domain/process-editing/edits.ts';
import {
  type History,
  type Moved,
  record,
  redo,
  seal,
  textOfHistory,
  undo,
} from '../../../../../domain/process-editing/history.ts';
import { withValue } from '../../../../../domain/process-editing/tree.ts';
import { draftsOfVisit, type Words } from '../../../shared/drafts/drafts.ts';
import { useDraft } from '../../../shared/forms/draft.ts';
import { useDraftElsewhere } from '../../../shared/forms/draft-elsewhere.ts';
import { type Conflict, placeOf } from './merge.ts';
import { type Base, draftOf, fromDraft, sessionFrom, withStored, withTheirs } from './session.ts';

/** After a pause, because keeping a large process takes as long as drawing a key; at the latest after so long. */
const PAUSE_MS = 300;
const KEEP_MS = 3000;

/** The edited config with undo and redo, kept as this person's draft, and merged with what others save meanwhile. */
export function useProcessEditor({ saved, draftName }: { saved: Base; draftName: string }) {
  const draft = useDraft(draftName);
  const [visit] = useState(() => draftsOfVisit.of(draft.userId));
  const [start] = useState(() => {
    const keptChanges = String(visit.read(draftName)?.history ?? '');
    return sessionFrom(saved, draft.initial, keptChanges);
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
  const unkeptSince = useRef(0);
  const keepNow = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    draft.keep(draftOf({ history: latest.current, base: base.current }, savedNow.current), {
      config: savedNow.current,
    });
    visit.write(draftName, { history: textOfHistory(latest.current) }, {});
  }, [draft.keep, draftName, visit]);
  const keepNewest = useRef(keepNow);
  keepNewest.current = keepNow;
  const keepLater = useCallback(() => {
    if (timer.current === undefined) unkeptSince.current = Date.now();
    clearTimeout(timer.current);
    const most = unkeptSince.current + KEEP_MS - Date.now();
    timer.current = setTimeout(() => keepNewest.current(), Math.max(0, Math.min(PAUSE_MS, most)));
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
    const merged = withTheirs({ history: latest.current, base: base.current }, saved);
    base.current = merged.base;
    apply(merged.history);
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
    noteSaved: (stored: Base, sentText: string) => {
      const taken = withStored({ history: latest.current, base: base.current }, stored, sentText);
      base.current = taken.base;
      savedNow.current = JSON.stringify(stored.config);
      setConflicts([]);
      apply(taken.history);
      keepNow();
    },
  };
}
