import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Fragment, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { isConflict, isForbidden, isNotFound, isTransient, messageOf, problemsOf } from '../api/api-client.ts';
import { useRetryKey } from '../api/use-retry-key.ts';
import { useFocusKept } from '../browser/use-focus-kept.ts';
import type { UploadTarget } from '../files/upload.ts';
import { changedValues, isSameAnswer } from '../forms/changed-values.ts';
import { DraftNotices } from '../forms/draft-notices.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import type { Field, Values } from '../forms/field-errors.ts';
import { FormAnswer } from '../forms/form-answer.tsx';
import { useDraftedForm } from '../forms/use-drafted-form.ts';
import { showConfirm } from '../ui/dialogs.tsx';
import { Notice } from '../ui/notice.tsx';
import { changeLines } from './change-words.ts';
import { Deleted } from './deleted.ts';
import { Disclosure } from './disclosure.tsx';
import classes from './editor.module.css';
import { useLeaveGuard } from './leave-guard.ts';
import { NewsNotice } from './news-notice.tsx';
import { useFieldOfAddress } from './use-field-of-address.ts';
import { useNews } from './use-news.ts';
import type { VersionsPath } from './versions.ts';

export interface Change {
  /** Only differences; null clears. */
  readonly changes: Readonly<Record<string, FieldValue | null>>;
  /** The version that the changes are based on; undefined for a new document. */
  readonly version: number | undefined;
  /** The idempotency key of these changes: a retry must not create a second document. */
  readonly key: string;
}

export interface EditorProps<Document> {
  readonly fields: readonly Field[];
  /** Headings before these fields, by the field's name. */
  readonly headings?: Readonly<Record<string, ReactNode>> | undefined;
  readonly organizationId: string;
  /** The document that the files of its fields belong to. */
  readonly uploadTo?: UploadTarget | undefined;
  /** Undefined for a new document. */
  readonly document: (Document & { readonly _id: string; readonly version: number }) | undefined;
  /** The call that says what others have changed while the document is edited. */
  readonly versionsPath: VersionsPath;
  readonly read: (document: Document | undefined) => Values;
  /** Each person has one draft per name. */
  readonly draftName: string;
  readonly submitLabel: string;
  /** Asked about valid values before they are saved; false leaves them in the form. */
  readonly confirmSave?: ((values: Values) => Promise<boolean>) | undefined;
  readonly save: (change: Change) => Promise<Document>;
  /** Called after a save: updates the source of `document`. The page may be left from here on. */
  readonly onSaved: (saved: Document) => void;
  readonly refresh: () => Promise<unknown>;
  /** The alert's text around the server's message. */
  readonly failureText: (message: string) => string;
  /** Shown beside the form for the current values; `restore` replaces them, except secrets, and returns how to undo that. */
  readonly children: (values: Values, restore: (values: Values) => () => void) => ReactNode;
}

/** Another person changed the same field. A name that is taken answers 409 as well, and is an error of its field. */
const isMergeConflict = (error: unknown): boolean =>
  isConflict(error) && messageOf(error).startsWith(TEXTS.documents.changedMark);

/** A draft for each person, a save of the differences, conflicts by field, and a question before leaving. */
export function Editor<Document>({
  fields,
  headings = {},
  document,
  versionsPath,
  read,
  submitLabel,
  confirmSave,
  save,
  refresh,
  failureText,
  onSaved,
  children,
  ...rest
}: EditorProps<Document>) {
  const formElement = useRef<HTMLFormElement>(null);
  /** A save was refused with a conflict that has not been scrolled to yet. */
  const isAsking = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const saved = useMemo(() => read(document), [read, document]);
  const version = document?.version;
  const saving = useMutation({
    mutationFn: save,
    onSuccess(answer) {
      drafted.noteSaved(read(answer));
      if (version === undefined) draft.forget();
      isDirty.current = false;
      onSaved(answer);
    },
    async onError(error) {
      if (!isMergeConflict(error)) return;
      await refresh().catch(() => undefined);
      // A conflict inside a list names its element: `questions.7f3a.prompt`.
      drafted.noteConflicts(problemsOf(error).map(({ field }) => field.split('.', 1)[0] ?? field));
      isAsking.current = true;
    },
  });
  const refusals = problemsOf(isMergeConflict(saving.error) ? null : saving.error);
  const drafted = useDraftedForm({ fields, saved, version, problems: refusals, ...rest });
  const { formId, form, errors, callbacks, summary, draft, base } = drafted;
  const news = useNews({ path: versionsPath, organizationId: rest.organizationId, document, since: base.current });
  useFocusKept(saving.isPending, button);
  useFieldOfAddress(formElement, formId);
  const changed = fields.filter((field) => !isSameAnswer(field, form.values[field.name], saved[field.name]));
  const isGone = useContext(Deleted) || (document !== undefined && isNotFound(saving.error));
  const isDirty = useRef(false);
  isDirty.current = changed.length > 0;
  const isUnkept = draft.kept === 'nowhere' || changed.some(({ isSecret }) => isSecret);
  useLeaveGuard(isDirty, changed.length > 0 && isUnkept);

  // The answer was lost, but the changes arrived, or they were taken back.
  const { reset } = saving;
  const isOutdated = saving.isError && changed.length === 0;
  useEffect(() => {
    if (isOutdated) reset();
  }, [isOutdated, reset]);

  // Only after a save: other people's changes must not scroll the page while the user types.
  const hasConflict = drafted.conflicts.length > 0;
  useEffect(() => {
    if (!hasConflict || !isAsking.current) return;
    isAsking.current = false;
    formElement.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  });

  const retryKeyOf = useRetryKey();
  /** From a click to the answer: a double click must not save twice. */
  const isSending = useRef(false);
  const send = async (values: Values) => {
    if (isSending.current) return;
    isSending.current = true;
    if (confirmSave && !(await confirmSave(values))) {
      isSending.current = false;
      return;
    }
    const typed = fields.filter((field) => !isSameAnswer(field, values[field.name], saved[field.name]));
    const changes = changedValues(saved, Object.fromEntries(typed.map(({ name }) => [name, values[name] ?? ''])));
    saving.mutate(
      { changes, version: base.current, key: retryKeyOf(changes) },
      {
        onSettled(answer) {
          // A document that has been created stays sent until its own page is shown.
          isSending.current = answer !== undefined && version === undefined;
        },
      },
    );
  };
  const discard = async () => {
    if (!(await showConfirm(TEXTS.documents.confirmDiscard, { confirmLabel: 'Discard', isDestructive: true }))) return;
    saving.reset();
    drafted.show(null);
    formElement.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  };
  return (
    <div className={classes.editor}>
      <form
        ref={formElement}
        noValidate
        className={classes.form}
        onSubmit={drafted.submitTo((values) => void send(values))}
      >
        <DraftNotices drafted={drafted} saved={saved} />
        <ErrorSummary formId={formId} fields={fields} errors={errors} ref={summary} />
        {fields
          .filter(({ applies }) => applies?.(form.values) ?? true)
          .map((field) => (
            <Fragment key={field.name}>
              {headings[field.name]}
              <FormAnswer
                formId={formId}
                field={field}
                value={form.values[field.name] ?? ''}
                error={errors[field.name] ?? null}
                isDisabled={false}
                callbacks={callbacks}
              />
            </Fragment>
          ))}
        {isGone && (
          <Notice meaning="attention" role="alert">
            {TEXTS.editing.deletedByOther}
          </Notice>
        )}
        {saving.error && !isMergeConflict(saving.error) && !isGone && (
          <Notice meaning="problem" role="alert">
            {failureText(messageOf(saving.error))}
            <p>{adviceOn(saving.error)}</p>
          </Notice>
        )}
        <section
          className={classes.bar}
          data-quiet={changed.length === 0 && news.versions.length === 0}
          aria-label="Changes"
        >
          <NewsNotice news={news} fields={fields} />
          {changed.length > 0 && version !== undefined && (
            <Disclosure summary="What saving changes">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls with the keyboard */}
              <ul className={classes.changes} tabIndex={0}>
                {changed
                  .flatMap((field) => changeLines(field, saved[field.name] ?? '', form.values[field.name] ?? ''))
                  .map((line) => (
                    <li key={line} dir="auto">
                      {line}
                    </li>
                  ))}
              </ul>
            </Disclosure>
          )}
          <p role="status">{saving.isPending ? 'Saving…' : wordsOf(changed, saving.isError, version === undefined)}</p>
          {changed.length > 0 && (
            <Button variant="default" size="sm" disabled={saving.isPending} onClick={() => void discard()}>
              Discard
            </Button>
          )}
          <Button
            ref={button}
            type="submit"
            size="sm"
            loading={saving.isPending}
            disabled={changed.length === 0 || isGone}
          >
            {saving.isError ? 'Try again' : submitLabel}
          </Button>
        </section>
      </form>
      <div className={classes.beside}>{children(form.values, drafted.replace)}</div>
    </div>
  );
}

/** What to do after a refused save. */
function adviceOn(error: unknown): string {
  if (isTransient(error)) return TEXTS.editing.tryAgain;
  if (isForbidden(error)) return TEXTS.editing.askForAccess;
  return TEXTS.editing.correctIt;
}

/** Exactly one state; with `Saving…` there are four. */
function wordsOf(changed: readonly Field[], hasFailed: boolean, isNew: boolean): string {
  if (changed.length === 0) return isNew ? 'Nothing entered yet' : 'Saved';
  const labels = changed.map(({ label }) => label).join(', ');
  const count = counted(changed.length, 'change', 'changes');
  return hasFailed ? `Not saved, try again: ${count} (${labels})` : `${count} not live: ${labels}`;
}
