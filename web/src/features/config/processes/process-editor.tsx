import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { ProcessBlob } from '../../../../../api/contract/processes.ts';
import { can } from '../../../../../domain/access/policy.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { subjectsOf } from '../../../../../domain/process-editing/condition-menus.ts';
import { conditionsOf } from '../../../../../domain/process-editing/condition-places.ts';
import { fieldWords } from '../../../../../domain/process-editing/condition-sentences.ts';
import { truthsOf } from '../../../../../domain/process-editing/condition-truth.ts';
import { differencesIn, type Naming } from '../../../../../domain/process-editing/differences.ts';
import { namesOf, replace } from '../../../../../domain/process-editing/edits.ts';
import { formerLabels, goneTargets } from '../../../../../domain/process-editing/former-labels.ts';
import type { Moved } from '../../../../../domain/process-editing/history.ts';
import { checkText } from '../../../../../domain/process-editing/json-text.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { isConflict, messageOf, problemsOf } from '../../../shared/api/api-client.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { scrollToStart } from '../../../shared/browser/motion.ts';
import { useFocusKept } from '../../../shared/browser/use-focus-kept.ts';
import { useLeaveGuard } from '../../../shared/editor/leave-guard.ts';
import { NewsNotice } from '../../../shared/editor/news-notice.tsx';
import { useNews } from '../../../shared/editor/use-news.ts';
import { DraftNotice } from '../../../shared/forms/draft-notice.tsx';
import { useActor } from '../../../shared/session/session.ts';
import { showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { type Conditions, ConditionsContext } from './condition-editor.tsx';
import { AllConditions } from './condition-list.tsx';
import { Conflicts } from './conflicts.tsx';
import { SwitchControl, TextControl } from './controls.tsx';
import { DeletedToast, DeletionDialog, useDeletion } from './deletion.tsx';
import {
  CLOSED,
  type Editing,
  EditingContext,
  type Open,
  openFor,
  pathFromText,
  pathOfOpen,
  pathText,
} from './editing.ts';
import { EditorSearch } from './editor-search.tsx';
import { ErrorsNotice, errorsOf } from './errors-notice.tsx';
import { FormEditor } from './form-editor.tsx';
import { ImpactNotice } from './impact-notice.tsx';
import { JsonView } from './json-view.tsx';
import { OuterCard } from './outer-card.tsx';
import { elementAt, focusableAt } from './place-elements.ts';
import { historyFields, ProcessHistory, VERSIONS } from './process-history.tsx';
import { ProcessPreview } from './process-preview.tsx';
import classes from './processes.module.css';
import { assessmentsQuery, batchesQuery, paymentModelsQuery } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import type { Base } from './session.ts';
import { formsIn, StepsEditor } from './step-editor.tsx';
import { UndoButtons } from './undo-buttons.tsx';
import { useProcessEditor } from './use-process-editor.ts';
import { type Sent, useProcessSaving } from './use-process-saving.ts';
import { useSettledConfig } from './use-settled-config.ts';
import { useUnfinishedText } from './use-unfinished-text.ts';

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
  const isGuarded = useRef(false);
  const saving = useProcessSaving({
    processId,
    saved,
    process,
    nameOf: naming.nameOf,
    button,
    save,
    onFault(field) {
      setIsChecked(true);
      goTo(pathFromText(field));
    },
    onSaved(stored) {
      setIsChecked(false);
      isGuarded.current = false;
      onSaved(stored);
    },
    refresh,
  });
  const { refusal, isBusy, isGone, weighed, risks } = saving;
  useFocusKept(isBusy, button);
  isGuarded.current = isDirty || isUnfinished;
  useLeaveGuard(isGuarded, (isDirty && process.draft.kept === 'nowhere') || !isTextKept);

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

  const restore = (old: ProcessConfig) => {
    edit((newest) => replace(newest, old, RESTORE));
    return () => void process.undoThrough(RESTORE);
  };
  const discard = async () => {
    if (!(await showConfirm(TEXTS.documents.confirmDiscard, { confirmLabel: 'Discard', isDestructive: true }))) return;
    saving.reset();
    setIsChecked(false);
    process.discard();
  };
  const discardText = async () => {
    const question = TEXTS.processEditor.discardText;
    if (await showConfirm(question, { confirmLabel: 'Discard', isDestructive: true })) noteUnfinished(null);
  };
  const show = (moved: Moved) => {
    setOpen(openFor(moved.place, moved.history.config));
    requestAnimationFrame(() => requestAnimationFrame(() => scrollToStart(elementAt(moved.place) ?? null)));
  };

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
              if ((isDirty || processId === null) && !isUnfinished && !isBusy && !isGone)
                saving.send(false, weighed?.renames);
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
            {canWrite && <UndoButtons editor={process} onMoved={show} />}
            <ErrorsNotice errors={errors} config={config} onGoTo={goTo} />
            <VisuallyHidden role="status">{announced}</VisuallyHidden>
            <EditorSearch />
            {isText ? (
              <JsonView config={config} saved={saved.config} unfinished={unfinished} onUnfinished={noteUnfinished} />
            ) : (
              <>
                <TextControl path={[]} member="label" label="Name of the process" value={config.label} />
                <OuterCard
                  card="form"
                  path={['applicationForm']}
                  open={open}
                  title="Application form"
                  about="The form that applicants fill in to apply"
                >
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
                    help={TEXTS.processEditor.signupHelp}
                    value={config.requestSignup}
                  />
                  <FormEditor
                    card="form"
                    path={['applicationForm']}
                    fields={config.applicationForm.fields}
                    forms={formsIn(config)}
                  />
                </OuterCard>
                <h3 className={classes.listTitle}>Steps</h3>
                <StepsEditor config={config} />
                <AllConditions />
                <OuterCard
                  card="columns"
                  path={['fields']}
                  open={open}
                  title="Dashboard columns"
                  about={
                    config.fields.length === 0
                      ? 'Only the standard columns'
                      : counted(config.fields.length, 'column', 'columns')
                  }
                >
                  <ColumnsEditor config={config} />
                </OuterCard>
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
            {risks.length > 0 && weighed && (
              <ImpactNotice
                organizationId={organizationId}
                lines={risks}
                onEdit={(make) => {
                  edit(make);
                  saving.send(true, weighed.renames);
                }}
                onRename={(renames) => saving.send(true, renames)}
                onSave={() => saving.saveAnyway(weighed)}
                onBack={saving.goBack}
              />
            )}
            {saving.isRenaming && (
              <Notice role="status">
                {TEXTS.processEditor.renaming}{' '}
                <Link to={`${pagePath('dashboard')}?show=bulk`}>Recent bulk changes</Link>.
              </Notice>
            )}
            {isGone && (
              <Notice meaning="attention" role="alert">
                {TEXTS.processEditor.deletedByOther}
              </Notice>
            )}
            {failure && !isGone && <Problem error={TEXTS.processes.saveFailed(messageOf(failure))} />}
            {canWrite && (
              <SaveBar
                state={{
                  faultyLine,
                  isBusy,
                  isDirty,
                  changes,
                  hasFailed: refusal !== null,
                  isNew: processId === null,
                }}
                button={button}
                isQuiet={!isDirty && !isUnfinished && !deletion.deleted && news.versions.length === 0}
                isGone={isGone}
                isText={isText}
                onShowText={() => setIsText(true)}
                onDiscardText={() => void discardText()}
                onDiscard={() => void discard()}
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
              </SaveBar>
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
