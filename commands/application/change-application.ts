import { can } from '../../domain/access/policy.ts';
import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import { mayTake } from '../../domain/application/ownership.ts';
import type { Application } from '../../domain/application/state.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { listErrors, listOf } from '../../domain/limits/list-limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { mayBeFollowed } from '../../domain/payment-account/followed.ts';
import { solution } from '../../domain/solution/solution.ts';
import { type Outcome, outcomesOf } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { viewerOf } from '../../domain/visibility/application-document.ts';
import { loadProgram, type Program } from '../batch/program.ts';
import type { CommandContext } from '../context/context.ts';
import { lookUpFiles, type ReferredFiles } from '../file/referred-files.ts';
import { diffDocument, rejectConflicts } from '../handling/diff-document.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, type Loaded, load } from '../handling/handle.ts';
import { recentFirst } from '../handling/recent-first.ts';
import { followApplication } from '../payment-account/follow-application.ts';
import type { HandledAccount } from '../payment-account/handled-account.ts';
import type { HandledSolutions } from '../solution/copy-solutions.ts';
import { removeDraftsAbout } from '../user/drafts.ts';
import { commandsOf, readChanges, type WantedChanges } from './application-changes.ts';
import { comparedShapes, type Editor, editableOf, readPayload } from './editable-application.ts';
import { linkCorrected } from './link-applications.ts';
import { type ChangeApplication, hasPlace, prepare } from './prepare-change.ts';
import { completeTransfer } from './transfer-application.ts';
import { withFormerSince } from './undone-status.ts';

type State = typeof application.initial;
export interface ChangedApplication extends Handled<State, ApplicationEvent> {
  readonly accounts: readonly HandledAccount[];
  readonly solutions: readonly HandledSolutions[];
}

/** The full-document PUT (rules 10 to 14). */
export async function changeApplication(
  environment: Environment,
  input: ChangeApplication,
  context: CommandContext,
): Promise<Result<ChangedApplication>> {
  const changed = await recentFirst(environment, (recent) => decideChange(recent, input, context));
  if (!changed.ok) return changed;
  const { organizationId } = changed.value;
  return accept(await completed(environment, changed.value, { ...context, organizationId }));
}

interface Decided extends Handled<State, ApplicationEvent> {
  readonly organizationId: string;
}

async function decideChange(
  environment: Environment,
  input: ChangeApplication,
  context: CommandContext,
): Promise<Result<Decided>> {
  const id = input.applicationId;
  const loaded = await load(environment, application, id);
  const { state } = loaded;
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const ours: CommandContext = { ...context, organizationId: state.organizationId };
  const found = editorOf(input, state, ours);
  if (!found.ok) return found;
  const editor = found.value;
  if (loaded.events.some(({ metadata }) => metadata.commandId === context.commandId)) {
    const again = await handle(environment, application, id, [], ours);
    return again.ok ? accept({ ...again.value, organizationId: state.organizationId }) : again;
  }

  const program = await loadProgram(environment, state.batchId);
  if (!program) throw new Error(`The batch ${state.batchId} of an application is missing`);
  const outcomes = editor.party === 'applicant' ? outcomesOf((await load(environment, solution, id)).state) : [];
  const files = await lookUpFiles(environment, input.payload);
  const asked = { input, editor, program, outcomes, files, context: ours };
  const wanted = readWanted(loaded, asked);
  if (!wanted.ok) return wanted;
  const prepared = await prepare(environment, { input, state, wanted: wanted.value }, ours);
  if (!prepared.ok) return prepared;

  const changed = await handle(
    environment,
    application,
    id,
    (fresh) => {
      const again = fresh === loaded ? wanted : readWanted(fresh, asked);
      if (!again.ok || fresh.state.kind !== 'application') return again.ok ? reject('not-found', '') : again;
      if (!hasPlace(fresh.state, again.value, prepared.value)) return reject('conflict', TEXTS.documents.busy);
      return accept(commandsOf(again.value, input.account, prepared.value.transfer, ours));
    },
    ours,
    { loaded },
  );
  return changed.ok ? accept({ ...changed.value, organizationId: state.organizationId }) : changed;
}

interface Asked {
  readonly input: ChangeApplication;
  readonly editor: Editor;
  readonly program: Program;
  readonly outcomes: readonly Outcome[];
  readonly files: ReferredFiles;
  readonly context: CommandContext;
}

/** An account that may take the application counts as its applicant. */
function editorOf(input: ChangeApplication, state: Application, { actor }: CommandContext): Result<Editor> {
  const viewer = viewerOf(actor, state);
  const mayBecomeTheirs = actor.kind === 'user' && mayTake(state, input.account, input.holdsClaim);
  if (viewer === null && !mayBecomeTheirs) return reject('not-found', TEXTS.access.notFound);
  const party = viewer === 'admin' ? 'admin' : 'applicant';
  const about = { organizationId: state.organizationId, isOwn: viewer === 'applicant' || mayBecomeTheirs };
  const may: Editor['may'] = (capability, more) => can(actor, capability, { ...about, ...more });
  return may('application.completeSteps') || may('application.changeStatus')
    ? accept({ party, may })
    : reject('forbidden', TEXTS.access.notAllowed);
}

const COMMENTS = { adminComments: listOf('An application', 'comments', QUOTAS.application.comments) };
const MARKS = { requestedCorrections: listOf('An application', 'answers to be corrected', LIMITS.fields) };

function readWanted(
  { state, events, revision }: Loaded<State, ApplicationEvent>,
  { input, editor, program, outcomes, files, context: { actor } }: Asked,
): Result<WantedChanges> {
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const { version = null } = input.payload;
  if (version !== null && !(Number.isInteger(version) && Number(version) >= 0 && Number(version) <= revision)) {
    return reject('malformed', TEXTS.documents.versionUnknown, [
      { field: 'version', message: TEXTS.documents.versionUnknown },
    ]);
  }
  const { comments: adminComments, requestedCorrections } = state;
  const [tooMany] = [
    ...(editor.may('application.comment') ? listErrors(input.payload, COMMENTS, { adminComments }) : []),
    ...(editor.may('application.markAnswers') ? listErrors(input.payload, MARKS, { requestedCorrections }) : []),
  ];
  if (tooMany) return reject('refused', tooMany.message, [tooMany]);
  const { config } = program;
  const base = version === null ? undefined : stateAt(events, Number(version));
  const current = { ...state, outcomes };
  const { changes, conflicts } = diffDocument({
    ...(base?.kind === 'application' ? { base: editableOf(input.payload, { ...base, outcomes }, editor, config) } : {}),
    current: editableOf(input.payload, current, editor, config),
    payload: files.named(readPayload(input.payload, config)),
    fields: comparedShapes(input.payload, current, editor, config),
  });
  if (conflicts.length > 0) return rejectConflicts(conflicts);
  const wanted = readChanges(changes, { application: current, editor, program });
  if (!wanted.ok) return wanted;
  const keepsStatus = wanted.value.status === undefined;
  if (keepsStatus && editor.may('application.transfer') && wantsOtherTransfer(events, state, input.payload)) {
    const message = TEXTS.applications.alreadyTransferred;
    return reject('refused', message, [{ field: 'transferBatchId', message }]);
  }
  const { organizationId, values: holds } = state;
  const referrer = { organizationId, target: 'answer', id: input.applicationId, holds } as const;
  const isByApplicant = editor.party === 'applicant';
  const stored = files.check(
    wanted.value.values,
    isByApplicant ? { ...referrer, applicant: actor.id ?? null } : referrer,
  );
  return stored.ok ? accept(withFormerSince(wanted.value, events, input.payload.undoes)) : stored;
}

/** A transfer to another batch than the recorded one must not be answered as done. */
function wantsOtherTransfer(
  events: Loaded<State, ApplicationEvent>['events'],
  state: Application,
  { status, transferBatchId }: ChangeApplication['payload'],
): boolean {
  if (state.status !== 'TRANSFERRED' || status !== 'TRANSFERRED' || typeof transferBatchId !== 'string') return false;
  const done = events.findLast((event) => event.type === 'ApplicationTransferred');
  return done?.type === 'ApplicationTransferred' && done.data.toBatchId !== transferBatchId;
}

const stateAt = (events: Loaded<State, ApplicationEvent>['events'], version: number): State =>
  events
    .filter(({ revision }) => revision <= version)
    .reduce((state, event) => application.evolve(state, event), application.initial);

/** Deletes the former account's drafts; links the application to an account that has proven the corrected email. */
async function relinked(
  environment: Environment,
  { id, appended }: Handled<State, ApplicationEvent>,
  context: CommandContext,
): Promise<bigint | null> {
  for (const { type, data } of appended) {
    const former = type === 'UserLinked' ? (data as { from?: string }).from : undefined;
    if (former !== undefined) await removeDraftsAbout(environment, former, id);
  }
  const isCorrected = appended.some(({ type }) => type === 'EmailCorrected');
  return isCorrected ? linkCorrected(environment, id, context) : null;
}

/** Work outside the application's stream; reactions repeat it after a crash. */
async function completed(
  environment: Environment,
  changed: Handled<State, ApplicationEvent>,
  context: CommandContext,
): Promise<ChangedApplication> {
  const transferred = changed.appended.find((event) => event.type === 'ApplicationTransferred');
  if (transferred?.type === 'ApplicationTransferred') {
    const copy = await completeTransfer(environment, transferred, context);
    if (!copy) return { ...changed, accounts: [], solutions: [] };
    return { ...changed, position: copy.position, accounts: copy.accounts, solutions: copy.solutions };
  }
  const linked = await relinked(environment, changed, context);
  const calls = changed.appended.some(mayBeFollowed);
  const accounts = calls ? await followApplication(environment, changed.id, context) : [];
  return { ...changed, position: linked ?? changed.position, accounts, solutions: [] };
}
