import { Button, FileButton, Textarea } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { replace } from '../../../../../domain/process-editing/edits.ts';
import {
  type CheckedText,
  checkText,
  type Span,
  type TextProblem,
  textOfConfig,
  textPlaces,
} from '../../../../../domain/process-editing/json-text.ts';
import {
  type ForeignReference,
  openFile,
  type Referable,
  textOfFile,
} from '../../../../../domain/process-editing/process-file.ts';
import { PROCESS_TEXT_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { downloadText } from '../../../shared/files/download.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { CLOSED, openFor, pathFromText, pathOfOpen, pathText, useEditing } from './editing.ts';
import { foreignWords } from './foreign-references.tsx';
import { mergeConfigs } from './merge.ts';
import classes from './processes.module.css';
import type { Unfinished } from './use-unfinished-text.ts';

/** The config as text, in step with the cards: the cursor is in the open card, and opens the card that it is moved to. */
export function JsonView({
  config,
  saved,
  unfinished,
  onUnfinished,
}: {
  config: ProcessConfig;
  saved: ProcessConfig;
  unfinished: Unfinished | null;
  onUnfinished: (unfinished: Unfinished | null) => void;
}) {
  const { edit, open: card, setOpen, canWrite, assessments, plans = [] } = useEditing();
  const own: Referable = { assessmentIds: assessments ?? [], availablePaymentModels: plans };
  const [foreign, setForeign] = useState<readonly ForeignReference[]>([]);
  const area = useRef<HTMLTextAreaElement>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  // The text as typed, with its own spaces; what the cards or undo change replaces it.
  const [typed, setTyped] = useState<{ text: string; config: ProcessConfig } | null>(null);
  const text = unfinished?.text ?? (typed?.config === config ? typed.text : textOfConfig(config));
  // Checking a long text is slow, and each key would do it again after the state has changed.
  const [last, setLast] = useState<{ text: string; saved: ProcessConfig; checked: CheckedText } | null>(null);
  const { errors, unknown } = useMemo(
    () => (last?.text === text && last.saved === saved ? last.checked : checkText(text, saved)),
    [text, saved, last],
  );
  const show = (next: string, name: string, key?: string) => {
    const checked = checkText(next, saved);
    const written = checked.config;
    setLast({ text: next, saved, checked });
    const isOfCards = next === textOfConfig(config);
    if (!written && !isOfCards) {
      onUnfinished({ text: next, base: unfinished?.base ?? config });
      return;
    }
    onUnfinished(null);
    if (!written || isOfCards) return;
    // The cards may have changed while the text was invalid.
    const merged = unfinished ? mergeConfigs(unfinished.base, config, written).config : written;
    setTyped(merged === written ? { text: next, config: merged } : null);
    edit((newest) => ({ ...replace(newest, merged, name), key }));
  };
  const open = async (file: File | null) => {
    if (!file) return;
    setIsTooLarge(file.size > PROCESS_TEXT_LIMIT);
    if (file.size > PROCESS_TEXT_LIMIT) return;
    const opened = openFile(await file.text(), own, saved);
    setForeign(opened.foreign);
    show(opened.text, 'open a file');
  };
  const save = () => {
    const name = config.label.replace(/[^\p{L}\p{N}]+/gu, '-') || 'process';
    downloadText(`${name}.json`, 'application/json', textOfFile(config, own));
  };
  /** The card that the cursor is in: the text does not scroll to it. */
  const cardOfCursor = useRef(CLOSED);
  const follow = ({ selectionStart, value }: HTMLTextAreaElement) => {
    const found = openFor(pathFromText(textPlaces(value).fieldAt(selectionStart)), config);
    if (found.card === null || (found.card === card.card && found.item === card.item)) return;
    cardOfCursor.current = found;
    setOpen(found);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another card is opened, not while its text is typed
  useEffect(() => {
    const path = card === cardOfCursor.current ? null : pathOfOpen(card, config);
    const span = path && textPlaces(text).spanOf(pathText(path));
    // Only the cursor: the next typed letter would replace a selected card.
    if (area.current && span) select(area.current, { from: span.from, to: span.from });
  }, [card]);
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  const goToLine = (line: number) => {
    if (area.current) selectLine(area.current, line);
  };
  return (
    <div className={classes.group}>
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" disabled={!assessments} onClick={save}>
          Save to a file
        </Button>
        {canWrite && (
          <FileButton accept="application/json,.json" onChange={(file) => void open(file)}>
            {(props) => (
              <Button {...props} variant="default" size="compact-sm" disabled={!assessments}>
                Open a file
              </Button>
            )}
          </FileButton>
        )}
      </div>
      {isTooLarge && (
        <Notice meaning="problem" role="alert">
          {TEXTS.processes.fileTooLarge}
        </Notice>
      )}
      {foreign.length > 0 && (
        <Notice meaning="attention" role="status">
          <p>{TEXTS.processEditor.chooseReplacements}</p>
          <ul className={classes.conflicts}>
            {foreign.map((one) => (
              <li key={`${one.list} ${one.id}`} dir="auto">
                {foreignWords(one)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Textarea
        ref={area}
        label="JSON"
        value={text}
        readOnly={!canWrite}
        spellCheck={false}
        rows={28}
        resize="vertical"
        classNames={{ input: classes.json ?? '' }}
        onChange={({ currentTarget: { value } }) => show(value, 'edit the text', 'json')}
        onSelect={({ currentTarget }) => follow(currentTarget)}
      />
      {errors.length > 0 && (
        <Notice meaning="problem" role="status">
          <p>{unfinished ? TEXTS.processEditor.lastValidText : 'Correct this before you save:'}</p>
          <Problems problems={errors} onLine={goToLine} />
        </Notice>
      )}
      {unknown.length > 0 && (
        <Notice meaning="attention">
          <p>Saving leaves these out:</p>
          <Problems problems={unknown} onLine={goToLine} />
        </Notice>
      )}
    </div>
  );
}

function Problems({ problems, onLine }: { problems: readonly TextProblem[]; onLine: (line: number) => void }) {
  return (
    <ul className={classes.conflicts}>
      {problems.map(({ line, message, field }) => (
        <li key={`${line} ${field} ${message}`}>
          <button type="button" className={classes.linkButton} onClick={() => onLine(line)}>
            Line {line}
          </button>
          {message}
        </li>
      ))}
    </ul>
  );
}

function selectLine(area: HTMLTextAreaElement, line: number) {
  const lines = area.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0);
  area.focus();
  select(area, { from, to: from + (lines[line - 1]?.length ?? 0) });
}

/** Lines do not wrap, so each has the same height. */
function select(area: HTMLTextAreaElement, { from, to }: Span) {
  area.setSelectionRange(from, to);
  const lineOf = (position: number) => area.value.slice(0, position).split('\n').length - 1;
  area.scrollTop = (area.scrollHeight / (lineOf(area.value.length) + 1)) * lineOf(from) - area.clientHeight / 3;
}
