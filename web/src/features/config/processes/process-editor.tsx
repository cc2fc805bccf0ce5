import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { ProcessBlob, ProcessImpact } from '../../../../../api/contract/processes.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { checkConfig } from '../../../../../domain/process/check-config.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { type OptionRename, optionsGone } from '../../../../../domain/process/impact.ts';
import { subjectsOf } from '../../../../../domain/process-editing/condition-menus.ts';
import { conditionsOf } from '../../../../../domain/process-editing/condition-places.ts';
import { fieldWords } from '../../../../../domain/process-editing/condition-sentences.ts';
import { truthsOf } from '../../../../../domain/process-editing/condition-truth.ts';
import {
  differencesIn,
  type Naming,
  placeWords,
  valueWords,
} from '../../../../../domain/process-editing/differences.ts';
import { namesOf, replace, titleAt } from '../../../../../domain/process-editing/edits.ts';
import { formerLabels, goneTargets } from '../../../../../domain/process-editing/former-labels.ts';
import type { Moved } from '../../../../../domain/process-editing/history.ts';
import { checkText } from '../../../../../domain/process-editing/json-text.ts';
import { textToSave } from '../../../../../domain/process-editing/saving.ts';
import { type Path, valueAt } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { excerpts } from '../../../../../domain/text/excerpts.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { isConflict, isNotFound, messageOf, problemsOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { scrollToStart } from '../../../shared/browser/motion.ts';
import { useFocusKept } from '../../../shared/browser/use-focus-kept.ts';
import { Deleted } from '../../../shared/editor/deleted.ts';
import { Disclosure } from '../../../shared/editor/disclosure.tsx';
import editor from '../../../shared/editor/editor.module.css';
import { useLeaveGuard } from '../../../shared/editor/leave-guard.ts';
import { NewsNotice } from '../../../shared/editor/news-notice.tsx';
import { useNews } from '../../../shared/editor/use-news.ts';
import { DraftNotice } from '../../../shared/forms/draft-notice.tsx';
import { useActor } from '../../../shared/session/session.ts';
import { showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import { CardHead, useHasError } from './card-head.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { type Conditions, ConditionsContext } from './condition-editor.tsx';
import { AllConditions } from './condition-list.tsx';
import { SwitchControl, TextControl } from './controls.tsx';
import { DeletedToast, DeletionDialog, useDeletion } from './deletion.tsx';
import {
  CLOSED,
  controlId,
  type Editing,
  EditingContext,
  type Open,
  openFor,
  pathFromText,
  pathOfOpen,
  pathText,
  useEditing,
} from './editing.ts';
import { EditorSearch } from './editor-search.tsx';
import { FormEditor } from './form-editor.tsx';
import { type ImpactLine, impactLines } from './impact-lines.ts';
import { ImpactNotice } from './impact-notice.tsx';
import { JsonView } from './json-view.tsx';
import { type Conflict, placeOf } from './merge.ts';
import { historyFields, ProcessHistory, VERSIONS } from './process-history.tsx';
import { ProcessPreview } from './process-preview.tsx';
import classes from './processes.module.css';
import { assessmentsQuery, batchesQuery, paymentModelsQuery } from './queries.ts';
import type { Base } from './session.ts';
import { formsIn, StepsEditor } from './step-editor.tsx';
import { useProcessEditor } from './use-process-editor.ts';
import { useSettledConfig } from './use-settled-config.ts';
import { useUnfinishedText } from './use-unfinished-text.ts';

interface Sent {
  /** The editor's text. */
  readonly text: string;
  /** What the call sends: the text with null for what the editor has emptied. */
  readonly json: string;
  readonly version: number | undefined;
  /** Answers that follow the save. */
  readonly renames: readonly OptionRename[];
  /** The token of the impact that was shown. */
  readonly impact?: string | undefined;
  /** Shows the impact without saving even if nobody is affected. */
  readonly isPreview?: boolean;
}

export interface ProcessEditorProps {
  readonly organization: Organization;
  readonly processId: string | null;
  readonly saved: Base;
  readonly draftName: string;
  readonly canWrite: boolean;
  readonly save: (sent: Sent) => Promise<ProcessBlob>;
  readonly onSaved: (stored: ProcessBlob) => void;
  readonly refresh: () => Promise<unknown>;
}

export function ProcessEditor({
  organization,
  processId,
  saved,
  draftName,
  canWrite,
  save,
  onSaved,
  refresh,
}: ProcessEditorProps) {
  const actor = useActor();
  const organizationId = organization._id;
  const asOf = usePosition();
  const process = useProcessEditor({ saved, draftName });
  const { history, edit, isDirty } = process;
  const { config } = history;
  const later = useSettledConfig(history);
  const [open, setOpen] = useState<Open>(CLOSED);
  const [isChecked, setIsChecked] = useState(false);
  const mayReadPlans = can(actor, 'paymentModel.read', { organizationId });
  const assessments = useQuery(assessmentsQuery(organizationId, asOf)).data;
  const plans = useQuery({ ...paymentModelsQuery(organizationId, asOf), enabled: mayReadPlans }).data;
  const batches = useQuery(batchesQuery(organizationId, asOf)).data;
  const button = useRef<HTMLButtonElement>(null);

  const [isText, setIsText] = useState(false);
  const { unfinished, note: noteUnfinished, isKept: isTextKept } = useUnfinishedText(draftName);
  const isUnfinished = unfinished !== null;
  const faultyLine = useMemo(
    () => (unfinished ? (checkText(unfinished.text, saved.config).errors[0]?.line ?? 1) : null),
    [unfinished, saved.config],
  );
  const newestOf = useRef(process.newest);
  newestOf.current = process.newest;
  const gone = useMemo(() => goneTargets(later).join('\n'), [later]);
  const former = useMemo(
    () => formerLabels(gone === '' ? [] : gone.split('\n'), saved.config, newestOf.current()),
    [gone, saved.config],
  );
  const naming = useMemo((): Naming => {
    const names = new Map([...(plans ?? []), ...(assessments ?? [])].map(({ _id, name }) => [_id, name]));
    return { fields: fieldWords(later, former), nameOf: (id) => names.get(id) };
  }, [later, former, plans, assessments]);
  const linesOf = (impact: ProcessImpact | null | undefined, { renames }: Sent): readonly ImpactLine[] =>
    impact
      ? impactLines(impact, {
          saved: saved.config,
          edited: process.newest().config,
          renames,
          nameOf: naming.nameOf,
        })
      : [];
  /** From a click to the answer: a double click must not save twice. */
  const isSending = useRef(false);
  const weighing = useMutation({
    mutationFn: ({ json, version, renames }: Sent) =>
      processId === null
        ? Promise.resolve(null)
        : call('POST /api/processConfigBlobs/{id}/impact', {
            params: { id: processId },
            body: { json, version: version ?? null, renames: [...renames] },
          }),
    onSuccess(impact, sent) {
      const isAsked = linesOf(impact, sent).length > 0;
      if (!isAsked && sent.isPreview) button.current?.focus();
      if (isAsked || sent.isPreview) isSending.current = false;
      else saving.mutate({ ...sent, impact: impact?.token });
    },
    async onError(error) {
      isSending.current = false;
      if (isConflict(error)) await refresh().catch(() => undefined);
    },
  });
  /** Undefined once the edited text is no longer the one that was weighed. */
  const weighed = weighing.variables?.text === history.text ? weighing.variables : undefined;
  const risks = weighed ? linesOf(weighing.data, weighed) : [];

  const saving = useMutation({
    mutationFn: save,
    onSuccess(stored, { text }) {
      // A process that has been created stays sent until its own page is shown.
      isSending.current = processId === null;
      weighing.reset();
      process.noteSaved({ version: stored.version, config: JSON.parse(stored.json) }, text);
      setIsChecked(false);
      isGuarded.current = false;
      if (processId === null) process.draft.forget();
      onSaved(stored);
    },
    async onError(error, sent) {
      const isOtherImpact = isConflict(error) && problemsOf(error).some(({ field }) => field === 'impact');
      isSending.current = isOtherImpact;
      if (!isConflict(error)) return;
      if (isOtherImpact) weighing.mutate({ ...sent, impact: undefined });
      else await refresh().catch(() => undefined);
    },
  });
  const isBusy = saving.isPending || weighing.isPending;
  const isSavable = (isDirty || processId === null) && !isUnfinished;
  useFocusKept(isBusy, button);
  const isGuarded = useRef(false);
  isGuarded.current = isDirty || isUnfinished;
  useLeaveGuard(isGuarded, (isDirty && process.draft.kept === 'nowhere') || !isTextKept);

  const refusal = saving.error ?? weighing.error;
  const isGone = use(Deleted) || isNotFound(refusal);
  // The answer was lost, but the changes arrived, or they were taken back.
  const [resetSaving, resetWeighing] = [saving.reset, weighing.reset];
  const isOutdated = refusal !== null && !isDirty && processId !== null;
  useEffect(() => {
    if (!isOutdated) return;
    resetSaving();
    resetWeighing();
  }, [isOutdated, resetSaving, resetWeighing]);
  const errors = useMemo(() => {
    const refused = problemsOf(isConflict(refusal) ? null : refusal);
    const found = isChecked ? errorsOf(later, saved.config) : [];
    return new Map([...refused, ...found].map(({ field, message }) => [field, message]));
  }, [isChecked, later, saved.config, refusal]);
  const savedNames = useMemo(
    () => (processId === null ? new Set<string>() : namesOf(saved.config)),
    [processId, saved.config],
  );
  /** Opens the card of a place, and focuses its control once the card is drawn. */
  const goTo = useCallback((path: Path) => {
    setIsText(false);
    setOpen(openFor(path, newestOf.current().config));
    requestAnimationFrame(() => requestAnimationFrame(() => focusableAt(path)?.focus()));
  }, []);
  const [announced, setAnnounced] = useState('');
  const goToMoved = useCallback((path: Path, words: string) => {
    setOpen(openFor(path, newestOf.current().config));
    setAnnounced(words);
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        elementAt(path)?.closest('[data-card]')?.querySelector<HTMLElement>('[data-move="to"]')?.focus(),
      ),
    );
  }, []);
  const deletion = useDeletion({ processId, saved, newest: process.newest, edit, announce: setAnnounced });
  const { deleteAt } = deletion;
  const editing = useMemo(
    (): Editing => ({
      canWrite,
      edit,
      open,
      setOpen,
      goTo,
      goToMoved,
      deleteAt,
      savedNames,
      assessments,
      plans,
      errors,
    }),
    [canWrite, edit, open, goTo, goToMoved, deleteAt, savedNames, assessments, plans, errors],
  );
  const news = useNews({
    path: VERSIONS,
    organizationId,
    document:
      processId !== null && saved.version !== undefined ? { _id: processId, version: saved.version } : undefined,
    since: process.baseVersion(),
  });
  const changes = useMemo(() => differencesIn(saved.config, later, naming), [saved.config, later, naming]);
  const conditions = useMemo((): Conditions => {
    const { fields } = naming;
    const used = batches?.filter((batch) => processId !== null && batch.processId === processId);
    const truthOf = truthsOf(
      later,
      fields,
      used?.flatMap(({ assessmentIds }) => assessmentIds),
    );
    const truths = new Map(conditionsOf(later).map((place) => [pathText(place.path), truthOf(place)]));
    return {
      config: later,
      fields,
      subjects: subjectsOf(later),
      gone: gone === '' ? [] : gone.split('\n'),
      truthAt: (path) => truths.get(pathText(path)),
    };
  }, [later, naming, gone, batches, processId]);

  const send = (isPreview = false, chosen: readonly OptionRename[] = []) => {
    const { config: newest, text } = process.newest();
    const gone = optionsGone(saved.config, newest);
    const renames = chosen.filter(({ name, from, to }) =>
      gone.some((one) => one.name === name && one.option === from && one.renamedTo === to),
    );
    const found = errorsOf(newest, saved.config);
    if (found[0]) {
      saving.reset();
      weighing.reset();
      setIsChecked(true);
      goTo(pathFromText(found[0].field));
      return;
    }
    if (isSending.current) return;
    isSending.current = true;
    saving.reset();
    const json = processId === null ? text : textToSave(newest);
    weighing.mutate({ text, json, version: process.baseVersion(), renames, isPreview });
  };
  const restore = (old: ProcessConfig) => {
    edit((newest) => replace(newest, old, RESTORE));
    return () => void process.undoThrough(RESTORE);
  };
  const discard = async () => {
    if (!(await showConfirm('Discard your changes?', { confirmLabel: 'Discard', isDestructive: true }))) return;
    saving.reset();
    weighing.reset();
    setIsChecked(false);
    process.discard();
  };
  const discardText = async () => {
    const question = 'Discard the text? The cards keep the last valid one.';
    if (await showConfirm(question, { confirmLabel: 'Discard', isDestructive: true })) noteUnfinished(null);
  };
  const show = (moved: Moved | null) => {
    if (!moved) return;
    setOpen(openFor(moved.place, moved.history.config));
    requestAnimationFrame(() => requestAnimationFrame(() => scrollToStart(elementAt(moved.place) ?? null)));
  };
  const past = history.past.at(-1);
  const future = history.future.at(-1);
  const toUndo = useRef({ undo: () => show(process.undo()), redo: () => show(process.redo()) });
  toUndo.current = { undo: () => show(process.undo()), redo: () => show(process.redo()) };
  useEffect(() => {
    if (!canWrite) return;
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.matches('input[type=text], input:not([type]), textarea');
      if (!(event.ctrlKey || event.metaKey) || isTyping) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) toUndo.current.redo();
      else toUndo.current.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [canWrite]);

  const failure = refusal && !isConflict(refusal) && problemsOf(refusal).length === 0 ? refusal : null;
  return (
    <EditingContext value={editing}>
      <ConditionsContext value={conditions}>
        <div className={classes.editor}>
          <form
            className={classes.cards}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (isSavable && !isBusy && !isGone) send(false, weighed?.renames);
            }}
          >
            {process.elsewhere && (
              <DraftNotice
                elsewhere={process.elsewhere}
                onSwap={process.ways.swap}
                onDiscard={process.ways.discard}
                onDismiss={process.ways.dismiss}
              />
            )}
            <Conflicts editor={process} naming={naming} />
            {canWrite && (
              <div className={classes.actions}>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  disabled={!past}
                  onClick={() => show(process.undo())}
                >
                  {past ? `Undo: ${past.name}` : 'Undo'}
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconArrowForwardUp size={16} aria-hidden />}
                  disabled={!future}
                  onClick={() => show(process.redo())}
                >
                  {future ? `Redo: ${future.name}` : 'Redo'}
                </Button>
              </div>
            )}
            {errors.size > 0 && (
              <Notice meaning="problem" role="alert">
                <p>{counted(errors.size, 'thing needs', 'things need')} your attention before this can be saved:</p>
                <ul>
                  {[...errors].map(([place, message]) => (
                    <li key={place}>
                      <button type="button" className={classes.linkButton} onClick={() => goTo(pathFromText(place))}>
                        {wordsFor(place, config)}
                      </button>
                      {message}
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
            <VisuallyHidden role="status">{announced}</VisuallyHidden>
            <EditorSearch />
            {isText ? (
              <JsonView config={config} saved={saved.config} unfinished={unfinished} onUnfinished={noteUnfinished} />
            ) : (
              <>
                <TextControl path={[]} member="label" label="Name of the process" value={config.label} />
                <FormCard open={open}>
                  <TextControl
                    path={['applicationForm']}
                    member="title"
                    label="Heading"
                    value={config.applicationForm.title}
                  />
                  <SwitchControl
                    path={[]}
                    member="requestSignup"
                    label="Ask for a password after applying"
                    help="Applicants then have an account and see their steps."
                    value={config.requestSignup}
                  />
                  <FormEditor
                    card="form"
                    path={['applicationForm']}
                    fields={config.applicationForm.fields}
                    forms={formsIn(config)}
                  />
                </FormCard>
                <h3 className={classes.listTitle}>Steps</h3>
                <StepsEditor config={config} />
                <AllConditions />
                <ColumnsCard open={open} count={config.fields.length}>
                  <ColumnsEditor config={config} />
                </ColumnsCard>
              </>
            )}
            <button
              type="button"
              className={classes.quietButton}
              onClick={() => {
                const path = isText ? pathOfOpen(open, config) : null;
                if (path) goTo(path);
                else setIsText(!isText);
              }}
            >
              {isText ? 'Show the cards' : 'Advanced: edit as text'}
            </button>
            {risks.length > 0 && weighed && !saving.isPending && (
              <ImpactNotice
                organizationId={organizationId}
                lines={risks}
                onEdit={(make) => {
                  edit(make);
                  send(true, weighed.renames);
                }}
                onRename={(renames) => send(true, renames)}
                onSave={() => {
                  if (isSending.current) return;
                  isSending.current = true;
                  saving.mutate({ ...weighed, impact: weighing.data?.token });
                }}
                onBack={() => weighing.reset()}
              />
            )}
            {saving.isSuccess && !isDirty && saving.variables.renames.length > 0 && (
              <Notice role="status">
                The answers are being renamed. You can follow and undo that under{' '}
                <Link to={`${pagePath('dashboard')}?show=bulk`}>Recent bulk changes</Link>.
              </Notice>
            )}
            {isGone && (
              <Notice meaning="attention" role="alert">
                Someone has deleted this process. It can no longer be saved. To keep your work, show it as text and save
                it to a file: a new process can start from that file.
              </Notice>
            )}
            {failure && !isGone && <Problem error={TEXTS.processes.saveFailed(messageOf(failure))} />}
            {canWrite && (
              <section
                className={editor.bar}
                data-quiet={!isDirty && !isUnfinished && !deletion.deleted && news.versions.length === 0}
                aria-label="Changes"
              >
                {deletion.deleted && (
                  <DeletedToast
                    key={history.text.length}
                    words={deletion.deleted.words}
                    onUndo={() => {
                      const undone = process.undo();
                      if (undone) goTo(undone.place);
                    }}
                    onDismiss={deletion.dismiss}
                  />
                )}
                <NewsNotice news={news} fields={historyFields(naming)} />
                {isDirty && processId !== null && (
                  <Disclosure summary="What saving changes">
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls with the keyboard */}
                    <ul className={editor.changes} tabIndex={0}>
                      {changes.map((line) => (
                        <li key={line} dir="auto">
                          {line}
                        </li>
                      ))}
                    </ul>
                  </Disclosure>
                )}
                <p role="status">
                  {statusWords({
                    faultyLine,
                    isPending: isBusy,
                    count: isDirty ? Math.max(changes.length, 1) : 0,
                    hasFailed: refusal !== null,
                    isNew: processId === null,
                  })}
                </p>
                {isUnfinished && !isText && (
                  <Button variant="default" size="sm" onClick={() => setIsText(true)}>
                    Show the text
                  </Button>
                )}
                {isUnfinished && (
                  <Button variant="default" size="sm" onClick={() => void discardText()}>
                    Discard the text
                  </Button>
                )}
                {isDirty && !isUnfinished && processId !== null && (
                  <Button variant="default" size="sm" disabled={isBusy} onClick={() => void discard()}>
                    Discard
                  </Button>
                )}
                <Button ref={button} type="submit" size="sm" loading={isBusy} disabled={!isSavable || isGone}>
                  {refusal ? 'Try again' : processId === null ? 'Create the process' : 'Save changes'}
                </Button>
              </section>
            )}
          </form>
          {deletion.asked && (
            <DeletionDialog organizationId={organizationId} asked={deletion.asked} onAnswer={deletion.answer} />
          )}
          <div className={classes.beside}>
            <ProcessPreview config={later} organizationId={organizationId} open={open} />
            {processId !== null && saved.version !== undefined && (
              <ProcessHistory
                organizationId={organizationId}
                document={{ _id: processId, version: saved.version }}
                naming={naming}
                onRestore={canWrite ? restore : undefined}
                isRestored={history.past.some(({ name }) => name === RESTORE)}
              />
            )}
          </div>
        </div>
      </ConditionsContext>
    </EditingContext>
  );
}

/** What undo names. */
const RESTORE = 'restore a version';

function errorsOf(config: Base['config'], saved: Base['config']) {
  const checked = checkConfig(config, saved);
  return checked.ok ? [] : (checked.rejection.errors ?? []);
}

/** Exactly one state, in the words of all editors. */
function statusWords({
  faultyLine,
  isPending,
  count,
  hasFailed,
  isNew,
}: {
  /** Of the invalid text; null without one. */
  faultyLine: number | null;
  isPending: boolean;
  /** Changes that are not saved. */
  count: number;
  hasFailed: boolean;
  isNew: boolean;
}): string {
  if (isPending) return 'Saving…';
  if (faultyLine !== null) {
    return `The text has an error in line ${faultyLine}. Correct or discard it, then you can save.`;
  }
  if (isNew) return 'Not saved yet';
  if (count === 0) return 'Saved';
  const changes = counted(count, 'change', 'changes');
  return hasFailed ? `Not saved, try again: ${changes}` : `${changes} not live`;
}

/** "Interview: Title" for a place that the server or the rules name. */
function wordsFor(place: string, config: Base['config']): string {
  const path = pathFromText(place);
  const own = path.findLastIndex((part) => typeof part === 'number');
  return (own < 0 ? null : titleAt(config, path.slice(0, own + 1))) ?? openName(path);
}
const openName = ([first, index]: Path): string =>
  first === 'applicationDetailsSteps' ? `Step ${Number(index) + 1}` : first === 'fields' ? 'Columns' : 'The process';

/** The control of a place, or what contains it. */
function elementAt(path: Path): HTMLElement | undefined {
  const ids = path.map((_, index) => controlId(path.slice(0, index + 1))).toReversed();
  const found = ids.map((id) => document.getElementById(id) ?? document.getElementById(`${id}-body`));
  return found.find((element) => element !== null) ?? undefined;
}

const CONTROLS = 'input, select, textarea, button, [tabindex]';

/** The control of a place, or the first control of what contains it. */
function focusableAt(path: Path): HTMLElement | null | undefined {
  const element = elementAt(path);
  if (!element || element.matches(CONTROLS)) return element;
  return element.querySelector<HTMLElement>('input, select, textarea') ?? element.querySelector<HTMLElement>('button');
}

const FORM_BODY = `${controlId(['applicationForm'])}-body`;
const COLUMNS_BODY = `${controlId(['fields'])}-body`;

function FormCard({ open, children }: { open: Open; children: ReactNode }) {
  const { setOpen } = useEditing();
  const isOpen = open.card === 'form';
  return (
    <section className={classes.card} aria-label="Application form">
      <CardHead
        title="Application form"
        about="The first form, before there is an application"
        isOpen={isOpen}
        hasError={useHasError('applicationForm')}
        bodyId={FORM_BODY}
        onToggle={() => setOpen(isOpen ? CLOSED : { card: 'form', item: null, isNew: false })}
      />
      <div id={FORM_BODY} className={classes.body} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}

function ColumnsCard({ open, count, children }: { open: Open; count: number; children: ReactNode }) {
  const { setOpen } = useEditing();
  const isOpen = open.card === 'columns';
  return (
    <section className={classes.card} aria-label="Dashboard columns">
      <CardHead
        title="Dashboard columns"
        about={count === 0 ? 'Only the standard columns' : counted(count, 'column', 'columns')}
        isOpen={isOpen}
        hasError={useHasError('fields')}
        bodyId={COLUMNS_BODY}
        onToggle={() => setOpen(isOpen ? CLOSED : { card: 'columns', item: null, isNew: false })}
      />
      <div id={COLUMNS_BODY} className={classes.body} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}

function Conflicts({
  editor: { conflicts, resolve, settle, history },
  naming,
}: {
  editor: ReturnType<typeof useProcessEditor>;
  naming: Naming;
}) {
  const { config } = history;
  const open = conflicts.flatMap((conflict) => {
    const path = placeOf(config, conflict);
    return path ? [{ conflict, path }] : [];
  });
  if (open.length === 0) return null;
  return (
    <Notice meaning="attention" role="alert">
      <p>{TEXTS.documents.changedMeanwhile('this')} Your version is below and not saved yet.</p>
      <ul className={classes.conflicts}>
        {open.map(({ conflict, path }) => (
          <li key={pathText(path)} dir="auto">
            <strong>{placeWords(config, path)}</strong>: {sidesOf(conflict, path, config, naming)}{' '}
            <Button size="compact-xs" variant="default" onClick={() => resolve(conflict)}>
              {conflict.isDeletedByMe ? 'Delete it' : 'Use theirs'}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="compact-sm" variant="default" onClick={settle}>
        {open.some(({ conflict }) => conflict.isDeletedByMe) ? 'Keep it as below' : 'Keep mine'}
      </Button>
    </Notice>
  );
}

function sidesOf({ theirs, isDeletedByMe }: Conflict, path: Path, config: Base['config'], naming: Naming): string {
  if (isDeletedByMe) return 'you deleted it, and they changed it. It is kept.';
  if (typeof path.at(-1) === 'number') {
    return theirs === undefined ? 'they deleted it, and you changed it.' : 'both of you added it in different ways.';
  }
  const member = String(path.at(-1));
  const [their, mine] = excerpts(valueWords(member, theirs, naming), valueWords(member, valueAt(config, path), naming));
  return `they have ${their}, you have ${mine}.`;
}
