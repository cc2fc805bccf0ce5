import { Button } from '@mantine/core';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Question } from '../../../../../domain/assessment/events.ts';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { CardList } from '../../../shared/cards/card-list.tsx';
import type { Uploader } from '../../../shared/files/upload.ts';
import type { ControlProps } from '../../../shared/forms/field-errors.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './assessments.module.css';
import { PasteQuestions } from './paste-questions.tsx';
import { QuestionCard } from './question-card.tsx';
import { blankQuestion, copyOf, nameOfQuestion, readQuestions, writeQuestions } from './questions.ts';

interface Deleted {
  readonly question: Question;
  readonly index: number;
}

export function QuestionList({
  id,
  describedBy,
  value,
  error,
  isDisabled,
  onChange,
  onBusy,
  uploadPicture,
}: ControlProps & { uploadPicture: Uploader | null }) {
  const questions = readQuestions(value);
  const [openId, setOpenId] = useState<string | null>(null);
  const [isPasting, setIsPasting] = useState(false);
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  // Uploads end later, when other questions may have changed.
  const latest = useRef(questions);
  latest.current = questions;

  const set = (next: readonly Question[]) => {
    latest.current = [...next];
    onChange(writeQuestions(next));
  };
  const insert = (index: number, ...added: readonly Question[]) => {
    set(latest.current.toSpliced(index, 0, ...added));
    setOpenId(added[0]?._id ?? null);
    setDeleted(null);
  };
  const change = (questionId: string, changes: Partial<Question>) =>
    set(latest.current.map((one) => (one._id === questionId ? { ...one, ...changes } : one)));
  const move = (questionId: string, to: number) => {
    const from = latest.current.findIndex(({ _id }) => _id === questionId);
    const moved = latest.current[from];
    if (moved) set(latest.current.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const remove = (question: Question, index: number) => {
    set(latest.current.filter(({ _id }) => _id !== question._id));
    setDeleted({ question, index });
  };
  useEffect(() => {
    if (deleted) undoButton.current?.focus();
  }, [deleted]);

  // The refusal names the question by its number.
  const wrong = error === null ? undefined : questions[Number(/\d+/.exec(error)?.[0]) - 1]?._id;
  useEffect(() => {
    if (wrong !== undefined) setOpenId(wrong);
  }, [wrong]);

  const isFull = questions.length >= LIMITS.questions;
  const addAt = (index: number) => {
    const next = questions[index];
    const isLast = index === questions.length;
    if (isDisabled) return null;
    return (
      <Button
        variant={isLast ? 'default' : 'subtle'}
        size={isLast ? 'sm' : 'compact-xs'}
        className={isLast ? undefined : classes.between}
        leftSection={<IconPlus size={isLast ? 18 : 14} aria-hidden />}
        disabled={isFull}
        aria-label={next ? `Add here, before ${nameOfQuestion(next, index)}` : undefined}
        onClick={() => insert(index, blankQuestion())}
      >
        {isLast ? 'Add a question' : 'Add here'}
      </Button>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would repeat the label as its legend
    <div
      id={id}
      role="group"
      aria-label="Questions"
      aria-describedby={describedBy}
      tabIndex={-1}
      className={classes.questions}
    >
      {questions.length === 0 && <p className={classes.quiet}>{TEXTS.assessmentEditor.noQuestions}</p>}
      {deleted && (
        <Notice role="status">
          <span>
            Deleted: <bdi>{nameOfQuestion(deleted.question, deleted.index)}</bdi>
          </span>{' '}
          <Button
            ref={undoButton}
            size="compact-sm"
            variant="default"
            onClick={() => insert(Math.min(deleted.index, questions.length), deleted.question)}
          >
            Undo
          </Button>
        </Notice>
      )}
      <CardList
        label="Questions"
        cards={questions.map((question, index) => ({
          id: question._id,
          name: nameOfQuestion(question, index),
          question,
        }))}
        onMove={move}
        between={(index) => (index < questions.length ? addAt(index) : null)}
        isDisabled={isDisabled}
      >
        {({ question, name }, index, moving) => (
          <QuestionCard
            question={question}
            name={name}
            index={index}
            moving={moving}
            isOpen={openId === question._id}
            isFull={isFull}
            onToggle={() => setOpenId(openId === question._id ? null : question._id)}
            onChange={(changes) => change(question._id, changes)}
            onDuplicate={() => insert(index + 1, copyOf(question))}
            onDelete={() => remove(question, index)}
            onBusy={onBusy}
            uploadPicture={uploadPicture}
          />
        )}
      </CardList>
      <div className={classes.tools}>
        {addAt(questions.length)}
        <Button
          variant="default"
          size="sm"
          leftSection={<IconClipboardText size={18} aria-hidden />}
          disabled={isDisabled || isFull}
          onClick={() => setIsPasting(true)}
        >
          Paste a list of questions
        </Button>
      </div>
      {isPasting && (
        <PasteQuestions
          room={LIMITS.questions - questions.length}
          onAdd={(added) => insert(questions.length, ...added)}
          onClose={() => setIsPasting(false)}
        />
      )}
    </div>
  );
}
