import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconCopy, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Question, QuizOption } from '../../../../../domain/assessment/events.ts';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { addressOfFile } from '../../../shared/files/files.ts';
import type { Uploader } from '../../../shared/files/upload.ts';
import { FileField } from '../../../shared/forms/file-field.tsx';
import { pasteAsMarkdown } from '../../../shared/markdown/paste-as-markdown.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './assessments.module.css';
import { blankOption } from './questions.ts';

/** Only an open card mounts its inputs, so that typing stays fast in a long quiz. */
export function QuestionCard({
  question,
  name,
  index,
  moving,
  isOpen,
  isFull,
  onToggle,
  onDuplicate,
  onDelete,
  ...rest
}: {
  question: Question;
  name: string;
  index: number;
  moving: ReactNode;
  isOpen: boolean;
  isFull: boolean;
  onToggle: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  onChange: (changes: Partial<Question>) => void;
  onBusy: ((isBusy: boolean) => void) | undefined;
  uploadPicture: Uploader | null;
}) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const answers = question.options.filter(({ isCorrect }) => isCorrect).map(({ value }) => value);
  return (
    <>
      <div className={classes.cardHead}>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={18} stroke={1.75} aria-hidden />
          <span>
            <strong dir="auto">
              {index + 1}. {name}
            </strong>
            {!isOpen && (
              <span className={classes.quiet}>
                {counted(question.options.length, 'option', 'options')}
                {answers.length > 0 ? `, correct: ${answers.join(', ')}` : ', none correct yet'}
              </span>
            )}
          </span>
        </button>
        {moving && (
          <div className={classes.cardTools}>
            {moving}
            <button
              type="button"
              className={classes.icon}
              aria-label={`Duplicate ${name}`}
              title="Duplicate"
              disabled={isFull}
              onClick={onDuplicate}
            >
              <IconCopy size={18} stroke={1.75} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.icon}
              aria-label={`Delete ${name}`}
              title="Delete"
              onClick={onDelete}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </button>
          </div>
        )}
      </div>
      {isOpen && <Inputs question={question} {...rest} />}
    </>
  );
}

function Inputs({
  question: { prompt, imageUrl, details, options },
  onChange,
  onBusy,
  uploadPicture,
}: {
  question: Question;
  onChange: (changes: Partial<Question>) => void;
  onBusy: ((isBusy: boolean) => void) | undefined;
  uploadPicture: Uploader | null;
}) {
  const promptInput = useRef<HTMLTextAreaElement>(null);
  const pictureId = useId();
  useEffect(() => {
    promptInput.current?.focus();
    promptInput.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className={classes.inputs}>
      <Textarea
        ref={promptInput}
        label="Question"
        autosize
        minRows={1}
        maxLength={TEXT_LIMIT}
        value={prompt}
        onChange={({ currentTarget }) => onChange({ prompt: currentTarget.value })}
      />
      <Options options={options} onChange={(next) => onChange({ options: next })} />
      <Textarea
        label="Details"
        description={TEXTS.assessmentEditor.detailsHelp}
        autosize
        minRows={2}
        maxLength={PARAGRAPH_LIMIT}
        value={details ?? ''}
        onPaste={pasteAsMarkdown}
        onChange={({ currentTarget: { value } }) => onChange({ details: value === '' ? null : value })}
      />
      <div className={classes.picture}>
        <label htmlFor={pictureId}>Picture</label>
        {imageUrl && (
          <div className={classes.tools}>
            <img src={imageUrl} alt="" className={classes.thumbnail} />
            <Button variant="default" size="compact-sm" onClick={() => onChange({ imageUrl: null })}>
              Remove the picture
            </Button>
          </div>
        )}
        {uploadPicture ? (
          <FileField
            id={pictureId}
            label="Picture"
            value={null}
            upload={uploadPicture}
            accept="image/*"
            rules={TEXTS.assessmentEditor.pictureHelp}
            onChange={(file) => file && onChange({ imageUrl: addressOfFile(file) })}
            onBusy={onBusy}
          />
        ) : (
          <Notice>{TEXTS.assessments.createFirst}</Notice>
        )}
      </div>
    </div>
  );
}

function Options({ options, onChange }: { options: readonly QuizOption[]; onChange: (options: QuizOption[]) => void }) {
  const list = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    const inputs = list.current?.querySelectorAll<HTMLInputElement>('input[type="text"]');
    inputs?.[options.length - 1]?.focus();
  });
  const change = (optionId: string, changes: Partial<QuizOption>) =>
    onChange(options.map((one) => (one._id === optionId ? { ...one, ...changes } : one)));
  const add = () => {
    if (options.length >= LIMITS.options) return;
    added.current = true;
    onChange([...options, blankOption()]);
  };
  /** Enter adds an option instead of saving the quiz. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset ref={list} className={classes.options}>
      <legend>Options</legend>
      <p className={classes.quiet}>{TEXTS.assessmentEditor.correctHelp}</p>
      {options.map(({ _id, value, isCorrect }, index) => (
        <div key={_id} className={classes.option}>
          <Checkbox
            aria-label={`Option ${index + 1} is correct`}
            checked={isCorrect}
            onChange={({ currentTarget }) => change(_id, { isCorrect: currentTarget.checked })}
          />
          <TextInput
            type="text"
            aria-label={`Option ${index + 1}`}
            maxLength={TEXT_LIMIT}
            value={value}
            onChange={({ currentTarget }) => change(_id, { value: currentTarget.value })}
            onKeyDown={onKey}
          />
          <button
            type="button"
            className={classes.icon}
            aria-label={`Delete option ${index + 1}`}
            title="Delete this option"
            onClick={() => {
              onChange(options.filter((one) => one._id !== _id));
              list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
            }}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </button>
        </div>
      ))}
      <Button
        data-add
        variant="subtle"
        size="compact-sm"
        className={classes.between}
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={options.length >= LIMITS.options}
        onClick={add}
      >
        Add an option
      </Button>
    </fieldset>
  );
}
