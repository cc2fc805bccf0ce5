import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ProcessImpact } from '../../../../../api/contract/processes.ts';
import { type Deletion, deletionOf, withoutFields } from '../../../../../domain/process-editing/dependants.ts';
import { namesOf, remove, titleOf, wordsFor } from '../../../../../domain/process-editing/edits.ts';
import type { History } from '../../../../../domain/process-editing/history.ts';
import { stepName } from '../../../../../domain/process-editing/places.ts';
import { textToSave } from '../../../../../domain/process-editing/saving.ts';
import { type Path, valueAt } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call } from '../../../shared/api/calls.ts';
import editor from '../../../shared/editor/editor.module.css';
import dialogs from '../../../shared/ui/dialogs.module.css';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Sentence, useConditions } from './condition-editor.tsx';
import { type Editing, pathText, useEditing } from './editing.ts';
import { Applicants } from './impact-notice.tsx';
import type { ImpactLine } from './impact-words.ts';
import classes from './processes.module.css';
import type { Base } from './session.ts';

interface Asked extends Deletion {
  readonly path: Path;
  readonly words: string;
  /** Null if they could not be counted. */
  readonly answers: ProcessImpact['removedFields'] | null;
}

interface Deleted {
  readonly words: string;
  readonly entry: History['past'][number] | undefined;
}

/** Deletes at once with an undo, or asks first if there are answers or others that refer to it. */
export function useDeletion({
  processId,
  saved,
  newest,
  edit,
  announce,
}: {
  processId: string | null;
  saved: Base;
  newest: () => History;
  edit: Editing['edit'];
  announce: (words: string) => void;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const isCounting = useRef(false);

  const deleteNow = ({ path, words }: Pick<Asked, 'path' | 'words'>) => {
    edit((config) => remove(config, path));
    setDeleted({ words, entry: newest().past.at(-1) });
    announce(`Deleted ${words}`);
  };
  const ask = async (path: Path) => {
    if (isCounting.current) return;
    const { config } = newest();
    const deletion = deletionOf(config, path);
    isCounting.current = true;
    const answers = await answersTo(deletion.names, processId, saved).catch(() => null);
    isCounting.current = false;
    if (valueAt(newest().config, path) !== valueAt(config, path)) return;
    const title = titleOf(valueAt(config, path));
    const next = { ...deletion, path, words: title === null ? wordsFor(config, path) : `“${title}”`, answers };
    const isFree = deletion.conditions.length === 0 && deletion.columns.length === 0 && answers?.length === 0;
    if (isFree) deleteNow(next);
    else setAsked(next);
  };
  const latest = useRef(ask);
  latest.current = ask;
  const last = newest().past.at(-1);
  return {
    deleteAt: useCallback((path: Path) => void latest.current(path), []),
    asked,
    answer(isConfirmed: boolean) {
      setAsked(null);
      if (asked && isConfirmed) deleteNow(asked);
    },
    /** Until the next edit, because the undo is for the last one. */
    deleted: deleted?.entry !== undefined && deleted.entry === last ? deleted : null,
    dismiss: () => setDeleted(null),
  };
}

/** No answers for names that are not saved yet. */
async function answersTo(names: readonly string[], processId: string | null, { config, version }: Base) {
  const saved = namesOf(config);
  const known = names.filter((name) => saved.has(name));
  if (processId === null || known.length === 0) return [];
  const { removedFields } = await call('POST /api/processConfigBlobs/{id}/impact', {
    params: { id: processId },
    body: { json: textToSave(withoutFields(config, known)), version: version ?? null },
  });
  return removedFields.filter(({ name, applications, ended }) => known.includes(name) && applications + ended > 0);
}

/** One line for applicants in progress and one for all others, each only if there are any. */
function linesOf({ name, label, ...given }: ProcessImpact['removedFields'][number]): readonly ImpactLine[] {
  const line = (count: number, ids: readonly string[], whose: string): ImpactLine => ({
    key: `${name} ${whose}`,
    before: '',
    people: { words: counted(count, 'answer', 'answers'), count, ids },
    after: TEXTS.processEditor.answersKept(label, whose, count),
    milder: [],
  });
  return [
    line(given.applications, given.applicationIds, ''),
    line(given.ended, given.endedIds, ' in applications that have ended'),
  ].filter(({ people }) => people.count > 0);
}

export function DeletionDialog({
  organizationId,
  asked,
  onAnswer,
}: {
  organizationId: string;
  asked: Asked;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const { goTo } = useEditing();
  const { config } = useConditions();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [shown, setShown] = useState<ImpactLine | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { words, answers, conditions, columns } = asked;
  const open = (path: Path) => {
    dialog.current?.close();
    goTo(path);
  };
  return (
    <>
      <dialog
        ref={dialog}
        className={dialogs.dialog}
        aria-labelledby={titleId}
        onClose={({ currentTarget }) => onAnswer(currentTarget.returnValue === 'delete')}
      >
        <h2 id={titleId} dir="auto" className={classes.dialogTitle}>
          Delete {words}?
        </h2>
        <ul className={classes.dialogList}>
          {answers === null && <li>{TEXTS.processEditor.notCounted}</li>}
          {answers?.flatMap(linesOf).map((line) => (
            <li key={line.key} dir="auto">
              <button
                type="button"
                className={classes.numberButton}
                aria-haspopup="dialog"
                onClick={() => setShown(line)}
              >
                {line.people.words}
              </button>
              {line.after}
            </li>
          ))}
          {conditions.map(({ path, purpose, step, condition, isBroken }) => (
            <li key={pathText(path)} dir="auto">
              <button
                type="button"
                className={classes.numberButton}
                onClick={() => open([...path, 'terms', 0, 'targetDetails'])}
              >
                {stepName(config, step)}
              </button>
              : <Sentence condition={condition} purpose={purpose} isEnded />{' '}
              {isBroken ? TEXTS.processEditor.willNotWork : TEXTS.processEditor.staffOnly}
            </li>
          ))}
          {columns.map(({ path, label }) => (
            <li key={pathText(path)} dir="auto">
              <button type="button" className={classes.numberButton} onClick={() => open([...path, 'label'])}>
                The column “{label}”
              </button>{' '}
              {TEXTS.processEditor.columnStays}
            </li>
          ))}
        </ul>
        <div className={dialogs.buttons}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button color="red" onClick={() => dialog.current?.close('delete')}>
            Delete
          </Button>
        </div>
      </dialog>
      {shown && <Applicants organizationId={organizationId} line={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** The page must not scroll, because the bar is always in view. */
const focusInPlace = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** In the save bar until the next edit. */
export function DeletedToast({
  words,
  onUndo,
  onDismiss,
}: {
  words: string;
  onUndo: () => void;
  onDismiss: () => void;
}) {
  return (
    <div className={editor.news}>
      <Notice>
        <span className={classes.toast}>
          <span dir="auto">Deleted {words}.</span>
          <Button ref={focusInPlace} size="compact-sm" variant="default" onClick={onUndo}>
            Undo
          </Button>
          <button type="button" className={classes.dismiss} aria-label="Dismiss" onClick={onDismiss}>
            <IconX size={16} aria-hidden />
          </button>
        </span>
      </Notice>
    </div>
  );
}
