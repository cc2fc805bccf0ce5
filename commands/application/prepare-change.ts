import { can } from '../../domain/access/policy.ts';
import { application } from '../../domain/application/application.ts';
import { type AccountEmail, mayTake } from '../../domain/application/ownership.ts';
import type { Application } from '../../domain/application/state.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { decideAll } from '../../domain/event-sourcing/aggregate.ts';
import { accept, type DecisionContext, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { grouped } from '../../domain/text/counted.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import { loadProgram } from '../batch/program.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { refusalOfFiles } from '../file/file-quota.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { checkPlan } from '../payment-account/check-plan.ts';
import { commandsOf, type WantedChanges } from './application-changes.ts';
import { mayBeAssigned } from './assignees.ts';
import { claimPlace, isReleasedSince } from './place.ts';
import { hasApplied } from './submit-application.ts';
import { prepareTransfer, type TransferCommand } from './transfer-application.ts';

export interface ChangeApplication {
  readonly applicationId: string;
  /** Any part of the document, with `version`, `transferBatchId` and `undoes`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly holdsClaim: boolean;
  readonly account: AccountEmail | null;
}

export interface Prepared {
  readonly place: { readonly email: string; readonly since: string } | null;
  readonly transfer: TransferCommand | null;
}

interface Asked {
  readonly input: ChangeApplication;
  readonly state: Application;
  readonly wanted: WantedChanges;
}

export async function prepare(
  environment: Environment,
  asked: Asked,
  context: CommandContext,
): Promise<Result<Prepared>> {
  const { input, state, wanted } = asked;
  const refusal =
    (await refusalOfLink(environment, asked, context)) ??
    (await refusalOfTakingBack(environment, asked)) ??
    (await refusalOfReturn(environment, asked)) ??
    (await refusalOfAssignee(environment, asked)) ??
    (await refusalOfMentions(environment, asked)) ??
    (await refusalOfPlan(environment, asked, context)) ??
    (await refusalOfFiles(environment, {
      applicationId: input.applicationId,
      holds: state.values,
      changes: wanted.values,
    }));
  if (refusal) return refusal;

  const id = input.applicationId;
  let transfer: TransferCommand | null = null;
  if (wanted.status === 'TRANSFERRED') {
    const after = wanted.email === undefined ? state : { ...state, email: wanted.email };
    const targetId = input.payload.transferBatchId;
    const prepared = await prepareTransfer(environment, { id, state: after, targetId }, context);
    if (!prepared.ok) return prepared;
    transfer = prepared.value;
  }
  const email = placeNeeded(state, wanted);
  if (email === null) return accept({ place: null, transfer });
  const decided = decideAll(application, commandsOf(wanted, input.account, transfer, context), state, trialOf(context));
  if (!decided.ok) return decided;
  const claimed = await claimPlace(environment, { batchId: state.batchId, email, holderId: id }, context);
  return claimed.ok ? accept({ place: { email, since: claimed.value }, transfer }) : claimed;
}

async function refusalOfLink(
  environment: Environment,
  { input, state, wanted: { userId } }: Asked,
  { actor }: CommandContext,
): Promise<Result<never> | null> {
  if (userId === undefined) return null;
  const isTakeable = mayTake(state, input.account, input.holdsClaim);
  if (userId !== actor.id || !isTakeable) return reject('forbidden', TEXTS.access.notAllowed);
  // An application of another account can be taken even if the person has a second live one in the batch.
  if (releasesPlace(state.status) || state.userId !== null) return null;
  const isTaken = await hasApplied(environment, userId, state.batchId, input.applicationId);
  return isTaken ? reject('duplicate', TEXTS.enroll.duplicate) : null;
}

/** The person would have two applications of one process of admission (rule 178). */
async function refusalOfTakingBack(
  environment: Environment,
  { input, state, wanted: { status } }: Asked,
): Promise<Result<never> | null> {
  if (status === undefined || status === 'TRANSFERRED' || state.status !== 'TRANSFERRED') return null;
  const copy = await livingCopy(environment, input.applicationId, state);
  if (copy === null) return null;
  const program = await loadProgram(environment, copy.batchId);
  return reject('duplicate', TEXTS.applications.copyLives(program?.batch.details.name ?? ''));
}

/** The copy may have been transferred again. */
async function livingCopy(environment: Environment, id: string, original: Application): Promise<Application | null> {
  let [fromId, from] = [id, original];
  while (from.status === 'TRANSFERRED' && from.transferredTo !== null) {
    const copyId = from.transferredTo;
    const { state: copy } = await load(environment, application, copyId);
    if (copy.kind !== 'application' || copy.transferredFrom !== fromId || copy.isErased) return null;
    [fromId, from] = [copyId, copy];
  }
  return releasesPlace(from.status) ? null : from;
}

/** The account may have applied again meanwhile, with another email. */
async function refusalOfReturn(
  environment: Environment,
  { input, state, wanted: { status } }: Asked,
): Promise<Result<never> | null> {
  const returns = status !== undefined && releasesPlace(state.status) && !releasesPlace(status);
  if (!returns || state.userId === null) return null;
  const isTaken = await hasApplied(environment, state.userId, state.batchId, input.applicationId);
  return isTaken ? reject('duplicate', TEXTS.enroll.duplicate) : null;
}

async function refusalOfAssignee(
  environment: Environment,
  { state, wanted: { assigneeId } }: Asked,
): Promise<Result<never> | null> {
  if (typeof assigneeId !== 'string') return null;
  if (await mayBeAssigned(environment, assigneeId, state.organizationId)) return null;
  const message = TEXTS.applications.assigneeUnknown;
  return reject('refused', message, [{ field: 'adminAssignee', message }]);
}

async function refusalOfMentions(
  environment: Environment,
  { state: { organizationId }, wanted: { addedComments } }: Asked,
): Promise<Result<never> | null> {
  const mentioned = new Set(addedComments.flatMap(({ mentions = [] }) => mentions));
  if (mentioned.size > LIMITS.commentMentions) {
    const [most, found] = [grouped(LIMITS.commentMentions), grouped(mentioned.size)];
    const message = TEXTS.documents.tooMany('A change', most, 'mentioned people', found);
    return reject('refused', message, [{ field: 'adminComments', message }]);
  }
  const may = await Promise.all([...mentioned].map((userId) => mayBeAssigned(environment, userId, organizationId)));
  if (!may.includes(false)) return null;
  const message = TEXTS.applications.mentionUnknown;
  return reject('refused', message, [{ field: 'adminComments', message }]);
}

async function refusalOfPlan(
  environment: Environment,
  { input: { applicationId }, state, wanted: { selectedPaymentModelId: paymentModelId } }: Asked,
  { actor }: CommandContext,
): Promise<Result<never> | null> {
  if (paymentModelId === undefined) return null;
  const { organizationId } = state;
  const mayReplaceOpen = can(actor, 'invoice.manage', { organizationId });
  const checked = await checkPlan(environment, { applicationId, organizationId, paymentModelId, mayReplaceOpen });
  return checked.ok ? null : checked;
}

/** No place is claimed for a change that would be refused. */
const trialOf = ({ at, actor: { kind, id }, commandId }: CommandContext): DecisionContext => ({
  at,
  actor: id === undefined ? { kind } : { kind, id },
  newId: (label) => uuidV5(commandId, label),
});

function placeNeeded(state: Application, { email, status }: WantedChanges): string | null {
  const emailAfter = email ?? state.email;
  if (emailAfter === null || releasesPlace(status ?? state.status)) return null;
  const wasReleased = releasesPlace(state.status);
  const isOther =
    emailAfter !== state.email && (state.email === null || normalizeEmail(emailAfter) !== normalizeEmail(state.email));
  return wasReleased || isOther ? normalizeEmail(emailAfter) : null;
}

export function hasPlace(state: Application, wanted: WantedChanges, { place }: Prepared): boolean {
  const email = placeNeeded(state, wanted);
  return email === null || (place?.email === email && !isReleasedSince(state, place.since));
}
