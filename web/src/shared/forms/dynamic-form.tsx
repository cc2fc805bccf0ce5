import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { isSameValue, textOf } from '../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../domain/texts.ts';
import type { FieldProblem } from '../api/api-client.ts';
import { useFocusKept } from '../browser/use-focus-kept.ts';
import { useDraft } from '../drafts/draft.ts';
import { useDraftElsewhere } from '../drafts/draft-elsewhere.ts';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { uploaderTo } from '../files/upload.ts';
import { useUser } from '../session/session.ts';
import { Conflict } from '../ui/conflict.tsx';
import { OfflineNote } from '../ui/online.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { errorsOf, type Field, type Values } from './field-errors.ts';
import { followSaved } from './follow-saved.ts';
import { FormAnswer, type FormHands } from './form-answer.tsx';
import classes from './forms.module.css';

interface DynamicFormProps {
  readonly fields: readonly Field[];
  /** Whose form it is: its files go there. */
  readonly organizationId: string;
  /** What is saved already; the draft stands above it. */
  readonly saved: Values;
  /** What was typed before this form was shown again. */
  readonly typed?: Values | undefined;
  readonly draftName: string;
  readonly submitLabel: string;
  readonly onSubmit: (values: Values) => void;
  readonly isBusy?: boolean;
  /** Sent, but there is no network: it goes on by itself. */
  readonly isWaiting?: boolean;
  readonly isDisabled?: boolean;
  /** What the server said of single fields. */
  readonly problems?: readonly FieldProblem[];
  /** Beside the button. */
  readonly status?: ReactNode;
}

/** A form as the organization configured it (spec §5), with its draft, its errors and one way to send it. */
export function DynamicForm({
  fields,
  organizationId,
  saved,
  typed,
  draftName,
  submitLabel,
  onSubmit,
  problems,
  status,
  ...state
}: DynamicFormProps) {
  const formId = useId();
  const summary = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFocusKept(state.isBusy ?? false, button);
  const { data: user } = useUser();
  const draft = useDraft(draftName);
  const uploading = useRef(new Set<string>());
  const form = useForm<Record<string, FieldValue>>({
    initialValues: {
      ...Object.fromEntries(fields.map(({ name }) => [name, ''])),
      ...saved,
      ...draft.initial,
      ...typed,
    },
    validate: (values) => ({
      ...errorsOf(fields, values),
      ...Object.fromEntries([...uploading.current].map((name) => [name, TEXTS.forms.uploadPending])),
    }),
    onValuesChange: (values) => draft.keep(values, saved),
  });
  const submit = (values: Values) => {
    sent.current = values;
    onSubmit(values);
  };
  const errors = form.errors as Record<string, string>;
  const now: FormHands = {
    change: (name, value) => form.setFieldValue(name, value),
    uploaderOf: ({ label }) =>
      uploaderTo('dynamicUpload', {
        uploaderEmail: user?.email ?? textOf(form.values.email ?? ''),
        uploadType: label,
        organizationId,
      }),
    noteBusy: (name, isBusy) => {
      if (isBusy) uploading.current.add(name);
      else uploading.current.delete(name);
      // What is being answered is not missing any more, and what was called off is not on its way.
      if (isBusy || errors[name] === TEXTS.forms.uploadPending) form.clearFieldError(name);
    },
  };
  const hands = useRef(now);
  hands.current = now;

  const blank = () => ({ ...Object.fromEntries(fields.map(({ name }) => [name, ''])), ...saved });
  const { elsewhere, ...ways } = useDraftElsewhere(draft, draftName, (words) => {
    const known = Object.entries(words ?? {}).filter(([name]) => fields.some((field) => field.name === name));
    form.setValues({ ...blank(), ...Object.fromEntries(known) });
  });

  const before = useRef(saved);
  const sent = useRef<Values | null>(null);
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const savedText = JSON.stringify(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values count as they are when something was saved
  useEffect(() => {
    const { values } = form;
    const news = followSaved({ values, before: before.current, after: saved, sent: sent.current });
    before.current = saved;
    const shown = { ...values, ...news.follow };
    if (Object.keys(news.follow).length > 0) form.setValues(shown);
    setTheirs((known) => [
      ...new Set([...known.filter((name) => !isSameValue(shown[name], saved[name])), ...news.theirs]),
    ]);
    // What has just been saved is no draft any more.
    draft.keep(shown, saved);
  }, [savedText]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form object changes on each render; new problems alone matter
  useEffect(() => {
    if (!problems?.length) return;
    form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])));
    requestAnimationFrame(() => summary.current?.focus());
  }, [problems]);

  const conflicts = fields.filter(({ name }) => theirs.includes(name) && !isSameValue(form.values[name], saved[name]));
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(submit, () => requestAnimationFrame(() => summary.current?.focus()))}
    >
      {elsewhere && (
        <DraftNotice elsewhere={elsewhere} onSwap={ways.swap} onDiscard={ways.discard} onDismiss={ways.dismiss} />
      )}
      {conflicts.length > 0 && (
        <Conflict
          values={conflicts.map(({ name, label }) => ({ name, label, text: textOf(saved[name] ?? '') }))}
          mine={{
            label: 'Keep mine',
            onChoose() {
              setTheirs([]);
              draft.insist();
            },
          }}
          theirs={{
            label: 'Take theirs',
            onChoose() {
              form.setValues(Object.fromEntries(conflicts.map(({ name }) => [name, saved[name] ?? ''])));
              setTheirs([]);
            },
          }}
        >
          Somebody else has changed this in the meantime. Your words are still below and not saved yet: save once more
          to put them in its place.
        </Conflict>
      )}
      <ErrorSummary formId={formId} fields={fields} errors={errors} ref={summary} />
      {fields.map((field) => (
        <FormAnswer
          key={field.name}
          formId={formId}
          field={field}
          value={form.values[field.name] ?? ''}
          error={errors[field.name] ?? null}
          isDisabled={state.isDisabled ?? false}
          hands={hands}
        />
      ))}
      {!state.isDisabled && (
        <div className={classes.actions}>
          <Button ref={button} type="submit" loading={state.isBusy ?? false}>
            {submitLabel}
          </Button>
          {state.isWaiting ? (
            <OfflineNote className={classes.kept} />
          ) : draft.kept !== 'nowhere' ? (
            <span className={classes.kept}>
              <IconDeviceFloppy size={16} stroke={1.75} aria-hidden /> Draft kept on this device
              {draft.kept === 'account' ? ' and in your account' : draft.refusal && ` only. ${draft.refusal}`}
            </span>
          ) : (
            status
          )}
        </div>
      )}
    </form>
  );
}
