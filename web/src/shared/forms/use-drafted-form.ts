import { use, useEffect, useId, useRef, useState } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { isSameValue, textOf } from '../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { DRAFT_VERSION } from '../../../../domain/values/draft-version.ts';
import type { FieldProblem } from '../api/api-client.ts';
import { KeepsNoDrafts } from '../drafts/keeps-no-drafts.ts';
import { type Uploader, type UploadTarget, uploaderTo } from '../files/upload.ts';
import { useUser } from '../session/session.ts';
import { isSameAnswer } from './changed-values.ts';
import { useDraft } from './draft.ts';
import { useDraftElsewhere } from './draft-elsewhere.ts';
import { errorsOf, type Field, type Values } from './field-errors.ts';
import { baseAfter, followSaved, merge, ownAnswer } from './follow-saved.ts';
import type { FieldCallbacks } from './form-answer.tsx';
import { useFormState } from './use-form-state.ts';

export interface DraftedFormOptions {
  readonly fields: readonly Field[];
  readonly organizationId: string;
  /** The saved values; the draft overrides them. */
  readonly saved: Values;
  /** The version of `saved`; with it, the draft does not overwrite what others have saved since. */
  readonly version?: number | undefined;
  /** Values that were typed before the form was mounted again. */
  readonly typed?: Values | undefined;
  readonly draftName: string;
  readonly problems?: readonly FieldProblem[] | undefined;
  /** The document that the files of `file` fields belong to, by the field's name; by default they are an applicant's answers. */
  readonly uploadTo?: UploadTarget | undefined;
}

const uploadsNothing: Uploader = () => Promise.reject(new Error('This is a preview, so no file is sent.'));

/** Keeps its values as the person's draft, and names the fields that others have saved since. */
export function useDraftedForm({
  fields,
  organizationId,
  saved,
  version,
  typed,
  draftName,
  problems,
  uploadTo,
}: DraftedFormOptions) {
  const formId = useId();
  const isPreview = use(KeepsNoDrafts);
  const summary = useRef<HTMLDivElement>(null);
  const { data: user } = useUser();
  const draft = useDraft(draftName);
  const uploading = useRef(new Set<string>());
  const known = (words: Values) =>
    Object.fromEntries(Object.entries(words).filter(([name]) => fields.some((field) => field.name === name)));
  const blank = () => ({ ...Object.fromEntries(fields.map(({ name }) => [name, ''])), ...saved });
  const baseOf = (words: Values | null) =>
    version === undefined ? undefined : Number(words?.[DRAFT_VERSION] ?? version);
  const latest = useRef(version);
  latest.current = version;
  /** The version that a save is based on. */
  const base = useRef(baseOf(draft.initial));
  /** That of the draft: it stays behind while a conflict is open, so that a reload finds the conflict again. */
  const keptBase = useRef(base.current);
  const isFollowing = useRef(false);
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const theirsNow = useRef(theirs);
  const noteTheirs = (names: readonly string[]) => {
    theirsNow.current = [...new Set(names)];
    setTheirs(theirsNow.current);
  };
  const conflictsIn = (values: Values) =>
    fields.filter(
      (field) => theirsNow.current.includes(field.name) && !isSameAnswer(field, values[field.name], saved[field.name]),
    );
  const keep = (values: Values) => {
    const changed = fields.filter((field) => !isSameAnswer(field, values[field.name], saved[field.name]));
    const kept = {
      ...Object.fromEntries(fields.map(({ name }) => [name, saved[name] ?? ''])),
      ...Object.fromEntries(changed.filter(({ isSecret }) => !isSecret).map(({ name }) => [name, values[name] ?? ''])),
    };
    if (changed.length === 0) base.current = version;
    // What others saved changes neither the draft nor its time: an open tab must not replace what was typed elsewhere.
    if (changed.length === 0 || (!isFollowing.current && conflictsIn(values).length === 0))
      keptBase.current = base.current;
    const hasWords = changed.some(({ isSecret }) => !isSecret);
    draft.keep(
      hasWords && keptBase.current !== undefined ? { ...kept, [DRAFT_VERSION]: String(keptBase.current) } : kept,
      saved,
    );
  };
  const form = useFormState<Record<string, FieldValue>>({
    initialValues: { ...blank(), ...known(draft.initial ?? {}), ...typed },
    validate: (values) => ({
      ...errorsOf(fields, values),
      ...Object.fromEntries([...uploading.current].map((name) => [name, TEXTS.forms.uploadPending])),
    }),
    onValuesChange: keep,
  });
  const errors = form.errors;
  const now: FieldCallbacks = {
    change: (name, value) => form.setFieldValue(name, value),
    uploaderOf: ({ name, label }) =>
      isPreview
        ? uploadsNothing
        : uploadTo
          ? uploaderTo('upload', { ...uploadTo, uploadType: name, organizationId })
          : uploaderTo('dynamicUpload', {
              uploaderEmail: user?.email ?? textOf(form.values.email ?? ''),
              uploadType: label,
              organizationId,
            }),
    noteBusy: (name, isBusy) => {
      if (isBusy) uploading.current.add(name);
      else uploading.current.delete(name);
      // A field that is uploading is not missing, and a cancelled upload is not pending.
      if (isBusy || errors[name] === TEXTS.forms.uploadPending) form.clearFieldError(name);
    },
  };
  const callbacks = useRef(now);
  callbacks.current = now;

  const show = (words: Values | null) => {
    base.current = baseOf(words);
    keptBase.current = base.current;
    form.setValues({ ...blank(), ...known(words ?? {}) });
  };
  const { elsewhere, ...ways } = useDraftElsewhere(draft, draftName, show);

  const before = useRef(saved);
  /** The version of `before`. */
  const shownVersion = useRef(version);
  const sent = useRef<Values | null>(null);
  const savedText = JSON.stringify(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the current values when saved ones change
  useEffect(() => {
    const { values } = form;
    const merged = followSaved({ values, before: before.current, after: saved, sent: sent.current, fields });
    base.current = baseAfter({ base: base.current, before: shownVersion.current, after: version });
    before.current = saved;
    shownVersion.current = version;
    const shown = { ...values, ...merged.follow };
    noteTheirs([...conflictsIn(shown).map(({ name }) => name), ...merged.theirs]);
    isFollowing.current = true;
    if (Object.keys(merged.follow).length > 0) form.setValues(shown);
    else keep(shown);
    isFollowing.current = false;
  }, [savedText]);

  const { setErrors } = form;
  useEffect(() => {
    if (!problems?.length) return;
    setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])));
    requestAnimationFrame(() => summary.current?.focus());
  }, [problems, setErrors]);

  return {
    formId,
    form,
    errors,
    callbacks,
    summary,
    draft,
    elsewhere,
    ways,
    show,
    /** Replaces all values but secrets, and returns how to undo that; what was edited since then stays. */
    replace(values: Values): () => void {
      const before = form.newest();
      const basedOn = base.current === undefined ? {} : { [DRAFT_VERSION]: String(base.current) };
      const secrets = fields.filter(({ isSecret }) => isSecret);
      show({ ...values, ...Object.fromEntries(secrets.map(({ name }) => [name, before[name] ?? ''])) });
      const shown = form.newest();
      return () => {
        const now = form.newest();
        const isEdited = ({ name }: Field) => !isSameValue(now[name] ?? '', shown[name] ?? '');
        const undone = fields.map((field) => [field.name, (isEdited(field) ? now : before)[field.name] ?? '']);
        show({ ...Object.fromEntries(undone), ...basedOn });
      };
    },
    base,
    conflicts: conflictsIn(form.values),
    /** The server reported these conflicts; the editor knows the saved values from here on. */
    noteConflicts(names: readonly string[]) {
      base.current = latest.current;
      noteTheirs([...theirsNow.current, ...names]);
    },
    /** Takes the server's form of the sent values; fields that were edited meanwhile keep the edit, lists are merged. */
    noteSaved(values: Values) {
      const followed = Object.entries(values).map(([name, value]) => {
        const mine = form.values[name] ?? '';
        if (!sent.current || isSameValue(mine, sent.current[name])) return [name, value];
        return [name, merge(fields, name, { before: sent.current, mine: form.values, theirs: values }) ?? mine];
      });
      sent.current = ownAnswer({ sent: sent.current, before: before.current, answer: values });
      // The server compared what was sent with the version of the draft; the rest was typed on the page's values.
      base.current = shownVersion.current;
      form.setValues({ ...form.values, ...Object.fromEntries(followed) });
    },
    keepMine() {
      noteTheirs([]);
      keep(form.values);
      draft.insist();
    },
    takeTheirs(names: readonly string[]) {
      form.setValues(Object.fromEntries(names.map((name) => [name, saved[name] ?? ''])));
      noteTheirs([]);
    },
    submitTo: (onSubmit: (values: Values) => void) =>
      form.onSubmit(
        (values) => {
          sent.current = values;
          onSubmit(values);
        },
        () => requestAnimationFrame(() => summary.current?.focus()),
      ),
  };
}

export type DraftedForm = ReturnType<typeof useDraftedForm>;
