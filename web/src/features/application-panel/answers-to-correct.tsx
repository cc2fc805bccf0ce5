import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { isLocked } from '../../../../domain/application/statuses.ts';
import { TEXT_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Answers } from '../../shared/application/answers.tsx';
import { useBaseVersion } from '../../shared/drafts/base-version.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import type { Field, Values } from '../../shared/forms/field-errors.ts';
import { useApplicationChange } from '../../shared/staff-queries/change-queries.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import text from '../../shared/ui/text-button.module.css';
import classes from './application-panel.module.css';

type Asked = Pick<Field, 'name' | 'label'>;

const CORRECTING = 'INCORRECT INFORMATION';

/** In a draft, beside the notes: the marks that are taken back. No field has this name. */
const TAKEN_BACK = '-';

type Notes = Readonly<Record<string, string>>;

interface About {
  readonly application: ApplicationView;
  readonly fields: readonly Asked[];
  readonly values: Values;
}

/** The answers of the application form; staff mark those that the applicant should correct, with a note each. */
export function AnswersToCorrect({
  isAdminOnly,
  onWrite,
  ...about
}: About & { readonly isAdminOnly: (name: string) => boolean; readonly onWrite: () => void }) {
  const { application, fields, values } = about;
  const draft = useDraft(`marks.${application._id}`);
  const [isMarking, setIsMarking] = useState(draft.initial !== null);
  const [isDone, setIsDone] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const marks = application.requestedCorrections ?? [];
  const noteOf = (name: string) => marks.find(({ _id }) => _id === name)?.note;
  const leave = (hasSaved: boolean) => {
    draft.forget();
    setIsMarking(false);
    setIsDone(hasSaved);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isMarking) {
    const isMarkable = ({ name }: Asked) => name !== 'email' && !isAdminOnly(name);
    return <Marking {...about} draft={draft} isMarkable={isMarkable} onLeave={leave} />;
  }
  return (
    <>
      <Answers
        fields={fields}
        values={values}
        beside={({ name }) => {
          const note = noteOf(name);
          if (note !== undefined) return <ToBeCorrected note={note} />;
          return application.correctedAnswers?.includes(name) && <p className={classes.quiet}>Corrected</p>;
        }}
      />
      <div className={`${classes.line} ${classes.answersEnd}`}>
        {!isLocked(application.status) && (
          <button
            ref={button}
            type="button"
            className={text.textButton}
            onClick={() => {
              setIsDone(false);
              setIsMarking(true);
            }}
          >
            {marks.length > 0 ? 'Change what to correct' : 'Ask for corrections'}
          </button>
        )}
        <span role="status" className={classes.quiet}>
          {isDone && 'Saved.'}
        </span>
        {isDone && marks.length > 0 && (
          <button type="button" className={text.textButton} onClick={onWrite}>
            Email the applicant
          </button>
        )}
      </div>
    </>
  );
}

function ToBeCorrected({ note }: { note: string }) {
  return (
    <p className={classes.marked}>
      <strong>To be corrected:</strong> <span dir="auto">{note}</span>
    </p>
  );
}

function Marking({
  application,
  fields,
  values,
  draft,
  isMarkable,
  onLeave,
}: About & {
  readonly draft: ReturnType<typeof useDraft>;
  readonly isMarkable: (field: Asked) => boolean;
  readonly onLeave: (hasSaved: boolean) => void;
}) {
  const saved = Object.fromEntries((application.requestedCorrections ?? []).map(({ _id, note }) => [_id, note]));
  const [notes, setNotes] = useState(() => notesIn(saved, textsIn(draft.initial ?? {})));
  const [hasPressed, setHasPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { change, isPending, conflict } = useApplicationChange(application);
  const { since } = useBaseVersion(application.version, true);
  const keep = (next: Notes) => {
    setNotes(next);
    const takenBack = Object.keys(saved).filter((name) => next[name] === undefined);
    draft.keep({ ...next, ...(takenBack.length > 0 && { [TAKEN_BACK]: JSON.stringify(takenBack) }) }, saved);
  };
  const isMissing = (name: string) => hasPressed && notes[name]?.trim() === '';
  const setsStatus = application.status !== CORRECTING && Object.keys(notes).length > 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setHasPressed(true);
    const empty = fields.find(({ name }) => notes[name]?.trim() === '');
    if (empty) return form.current?.querySelector<HTMLInputElement>(`[name="${empty.name}"]`)?.focus();
    const requestedCorrections = Object.entries(notes).map(([_id, note]) => ({ _id, note: note.trim() }));
    const changes = { requestedCorrections, ...(setsStatus ? ({ status: CORRECTING } as const) : {}) };
    void change({ changes, since }).then(
      () => onLeave(true),
      () => {
        // The alert or the notice shows the error; the notes stay.
      },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={send} className={classes.markingForm}>
      <Answers
        fields={fields}
        values={values}
        beside={(field) =>
          isMarkable(field) && (
            <div className={classes.marking}>
              <Checkbox
                size="sm"
                label="To be corrected"
                aria-label={`${field.label}: to be corrected`}
                checked={notes[field.name] !== undefined}
                onChange={({ currentTarget: { checked } }) => {
                  const { [field.name]: _former, ...others } = notes;
                  keep(checked ? { ...others, [field.name]: '' } : others);
                }}
              />
              {notes[field.name] !== undefined && (
                <TextInput
                  size="sm"
                  name={field.name}
                  label={TEXTS.panel.whatToCorrect}
                  aria-label={TEXTS.panel.whatToCorrectIn(field.label)}
                  maxLength={TEXT_LIMIT}
                  value={notes[field.name] ?? ''}
                  error={isMissing(field.name) && TEXTS.applications.correctionNoteMissing}
                  onChange={({ currentTarget: { value } }) => keep({ ...notes, [field.name]: value })}
                />
              )}
            </div>
          )
        }
      />
      {conflict && (
        <Notice meaning="attention" role="alert">
          {conflict.message}
        </Notice>
      )}
      <div className={classes.line}>
        <Button type="submit" size="sm" loading={isPending}>
          {setsStatus ? `Save and set ${CORRECTING}` : 'Save'}
        </Button>
        <Button size="sm" variant="subtle" disabled={isPending} onClick={() => onLeave(false)}>
          Cancel
        </Button>
      </div>
      <p className={classes.quiet}>
        The applicant sees your notes next to these answers while the status is {CORRECTING}.
      </p>
    </form>
  );
}

function notesIn(saved: Notes, { [TAKEN_BACK]: takenBack = '[]', ...written }: Notes): Notes {
  const isKept = (name: string) => !(JSON.parse(takenBack) as readonly string[]).includes(name);
  return Object.fromEntries(Object.entries({ ...saved, ...written }).filter(([name]) => isKept(name)));
}

const textsIn = (values: Values): Notes =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
