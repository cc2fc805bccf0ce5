import { decideAll } from '../../domain/aggregate.ts';
import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import { type Viewer, viewerOf } from '../../domain/application/document.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { Application } from '../../domain/application/state.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { accept, type DecisionContext, type Result, reject } from '../../domain/decision.ts';
import { normalizeEmail } from '../../domain/email.ts';
import { roleIn } from '../../domain/policy.ts';
import { TEXTS } from '../../domain/texts.ts';
import type { CommandContext } from '../context.ts';
import { diffDocument, rejectConflicts } from '../diff-document.ts';
import type { Environment } from '../environment.ts';
import { type Handled, handle, type Loaded, load } from '../handle.ts';
import { uuidV5 } from '../identity.ts';
import { readChanges, type WantedChanges } from './application-changes.ts';
import { editableOf, readPayload, visibleShapes } from './editable-application.ts';
import { claimPlace } from './place.ts';
import { loadProgram, type Program } from './program.ts';
import { hasApplied } from './submit-application.ts';
import { completeTransfer, prepareTransfer, type TransferCommand } from './transfer-application.ts';

export interface ChangeApplication {
  readonly applicationId: string;
  /** The body of `PUT /api/applications/{id}`: any part of the document, `version` and `transferBatchId` with it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The one who asks holds this application's claim cookie (D11). */
  readonly holdsClaim: boolean;
  readonly provenEmail: string | null;
}

type State = typeof application.initial;
export type ChangedApplication = Handled<State, ApplicationEvent>;

/**
 * The full-document PUT: the differences between the payload and what its sender had read become commands, decided in
 * order and appended once, or all are refused (D2).
 */
export async function changeApplication(
  environment: Environment,
  input: ChangeApplication,
  context: CommandContext,
): Promise<Result<ChangedApplication>> {
  const id = input.applicationId;
  const loaded = await load(environment, application, id);
  const { state } = loaded;
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const ours: CommandContext = { ...context, organizationId: state.organizationId };
  const editor = editorOf(input, state, ours);
  if (!editor) return reject('not-found', TEXTS.access.notFound);
  if (loaded.events.some(({ metadata }) => metadata.commandId === context.commandId)) {
    const again = await handle(environment, application, id, [], ours);
    return again.ok ? accept(await withCopy(environment, again.value, ours)) : again;
  }

  const program = await loadProgram(environment, state.batchId);
  if (!program) throw new Error(`The batch ${state.batchId} of an application is missing`);
  const asked = { input, editor, program, context: ours };
  const wanted = readWanted(loaded, asked);
  if (!wanted.ok) return wanted;
  const prepared = await prepare(environment, wanted.value, state, asked);
  if (!prepared.ok) return prepared;

  const changed = await handle(
    environment,
    application,
    id,
    (fresh) => {
      const again = readWanted(fresh, asked);
      if (!again.ok || fresh.state.kind !== 'application') return again.ok ? reject('not-found', '') : again;
      const needed = placeNeeded(fresh.state, again.value);
      if (needed !== null && needed !== prepared.value.placeFor) return reject('conflict', TEXTS.documents.busy);
      return accept(commandsOf(again.value, prepared.value.transfer, ours));
    },
    ours,
  );
  return changed.ok ? accept(await withCopy(environment, changed.value, ours)) : changed;
}

interface Asked {
  readonly input: ChangeApplication;
  readonly editor: NonNullable<Viewer>;
  readonly program: Program;
  readonly context: CommandContext;
}

/** Who holds the claim and links the application to their new account acts as its applicant already (D11). */
function editorOf(input: ChangeApplication, state: Application, { actor }: CommandContext): Viewer {
  const viewer = viewerOf(actor, state);
  if (viewer) return viewer;
  const isLinking = actor.kind === 'user' && actor.id !== undefined && input.payload.userId === actor.id;
  return isLinking && state.userId === null && mayLink(input, state) ? 'applicant' : null;
}

const mayLink = ({ holdsClaim, provenEmail }: ChangeApplication, { email }: Application): boolean =>
  holdsClaim || (provenEmail !== null && email !== null && normalizeEmail(provenEmail) === normalizeEmail(email));

function readWanted(
  { state, events, revision }: Loaded<State, ApplicationEvent>,
  { input, editor, program }: Asked,
): Result<WantedChanges> {
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const { version = null } = input.payload;
  if (version !== null && !(Number.isInteger(version) && Number(version) >= 0 && Number(version) <= revision)) {
    return reject('malformed', TEXTS.documents.versionUnknown, [
      { field: 'version', message: TEXTS.documents.versionUnknown },
    ]);
  }
  const { config } = program;
  const base = version === null ? undefined : stateAt(events, Number(version));
  const { changes, conflicts } = diffDocument({
    ...(base?.kind === 'application' ? { base: editableOf(base, editor, config) } : {}),
    current: editableOf(state, editor, config),
    payload: readPayload(input.payload, config),
    fields: visibleShapes(state, editor, config),
  });
  if (conflicts.length > 0) return rejectConflicts(conflicts);
  return readChanges(changes, { state, editor, program });
}

const stateAt = (events: Loaded<State, ApplicationEvent>['events'], version: number): State =>
  events
    .filter(({ revision }) => revision <= version)
    .reduce((state, event) => application.evolve(state, event), application.initial);

interface Prepared {
  /** The email for which a place in the batch has been claimed. */
  readonly placeFor: string | null;
  readonly transfer: TransferCommand | null;
}

/** What must be known or claimed before the decision: other people's streams, and what read models answer. */
async function prepare(
  environment: Environment,
  wanted: WantedChanges,
  state: Application,
  { input, context }: Asked,
): Promise<Result<Prepared>> {
  const id = input.applicationId;
  const { assigneeId, userId } = wanted;
  if (userId !== undefined) {
    if (userId !== context.actor.id || !mayLink(input, state)) return reject('forbidden', TEXTS.access.notAllowed);
    const isLive = !releasesPlace(state.status);
    if (isLive && (await hasApplied(environment, userId, state.batchId, id))) {
      return reject('duplicate', TEXTS.enroll.duplicate);
    }
  }
  if (typeof assigneeId === 'string') {
    const roles = await environment.queries.rolesOfUser(assigneeId);
    const role = roleIn({ roles }, state.organizationId);
    if (role !== 'Owner' && role !== 'Admin') {
      const message = TEXTS.applications.assigneeUnknown;
      return reject('refused', message, [{ field: 'adminAssignee', message }]);
    }
  }
  let transfer: TransferCommand | null = null;
  if (wanted.status === 'TRANSFERRED') {
    const after = wanted.email === undefined ? state : { ...state, email: wanted.email };
    const targetId = input.payload.transferBatchId;
    const prepared = await prepareTransfer(environment, { id, state: after, targetId }, context);
    if (!prepared.ok) return prepared;
    transfer = prepared.value;
  }
  const placeFor = placeNeeded(state, wanted);
  if (placeFor !== null) {
    const decided = decideAll(application, commandsOf(wanted, transfer, context), state, trialOf(context));
    if (!decided.ok) return decided;
    const claimed = await claimPlace(environment, { batchId: state.batchId, email: placeFor, holderId: id }, context);
    if (!claimed.ok) return claimed;
  }
  return accept({ placeFor, transfer });
}

/** Nobody's place is claimed for what would be refused anyway. */
const trialOf = ({ at, actor: { kind, id }, commandId }: CommandContext): DecisionContext => ({
  at,
  actor: id === undefined ? { kind } : { kind, id },
  newId: (label) => uuidV5(commandId, label),
});

/** A live application holds the place of its email: it needs another for a new email, or when it comes back (D12). */
function placeNeeded(state: Application, { email, status }: WantedChanges): string | null {
  const emailAfter = email ?? state.email;
  if (emailAfter === null || releasesPlace(status ?? state.status)) return null;
  const wasReleased = releasesPlace(state.status);
  const isOther = state.email === null || normalizeEmail(emailAfter) !== normalizeEmail(state.email);
  return wasReleased || isOther ? normalizeEmail(emailAfter) : null;
}

function commandsOf(
  wanted: WantedChanges,
  transfer: TransferCommand | null,
  { commandId }: CommandContext,
): readonly ApplicationCommand[] {
  const commands: ApplicationCommand[] = [];
  const { userId, email, values, paymentModelId, assigneeId, status } = wanted;
  if (userId !== undefined) commands.push({ type: 'LinkUser', data: { userId } });
  if (email !== undefined) commands.push({ type: 'CorrectEmail', data: { email } });
  if (Object.keys(values).length > 0) commands.push({ type: 'SaveDetails', data: { values } });
  if (paymentModelId !== undefined) commands.push({ type: 'ChoosePaymentPlan', data: { paymentModelId } });
  if (assigneeId !== undefined) commands.push({ type: 'AssignAdmin', data: { userId: assigneeId } });
  for (const commentId of wanted.deletedCommentIds) commands.push({ type: 'DeleteComment', data: { commentId } });
  wanted.addedComments.forEach((message, index) => {
    commands.push({ type: 'AddComment', data: { commentId: uuidV5(commandId, `comment:${index}`), message } });
  });
  if (transfer) commands.push(transfer);
  else if (status !== undefined) commands.push({ type: 'ChangeStatus', data: { to: status } });
  return commands;
}

/** The original stands transferred; what is left is the copy, which a reaction would make if this process died here. */
async function withCopy(
  environment: Environment,
  changed: ChangedApplication,
  context: CommandContext,
): Promise<ChangedApplication> {
  const transferred = changed.appended.find((event) => event.type === 'ApplicationTransferred');
  if (transferred?.type !== 'ApplicationTransferred') return changed;
  const copy = await completeTransfer(environment, transferred, context);
  return copy ? { ...changed, position: copy.position } : changed;
}
