import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { Application } from '../../domain/application/state.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { loadProgram } from '../batch/program.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import { followApplication } from '../payment-account/follow-application.ts';
import type { HandledAccount } from '../payment-account/handled-account.ts';
import { copySolutions, type HandledSolutions } from '../solution/copy-solutions.ts';
import { findPlace } from './place.ts';
import { hasApplied } from './submit-application.ts';
import { takeTrackingNumber } from './tracking-number.ts';

export type TransferCommand = Extract<ApplicationCommand, { type: 'Transfer' }>;
type Transferred = Recorded<Extract<ApplicationEvent, { type: 'ApplicationTransferred' }>>;

export async function prepareTransfer(
  environment: Environment,
  { id, state, targetId }: { readonly id: string; readonly state: Application; readonly targetId: unknown },
  context: CommandContext,
): Promise<Result<TransferCommand>> {
  const target = typeof targetId === 'string' ? await loadProgram(environment, targetId) : undefined;
  const isOpenSibling = target?.batch.status === 'Open' && target.batch.organizationId === state.organizationId;
  if (!target || !isOpenSibling || target.batchId === state.batchId) {
    const message = TEXTS.applications.transferTargetMissing;
    return reject('refused', message, [{ field: 'transferBatchId', message }]);
  }
  if (state.email === null) return reject('refused', TEXTS.applications.erased);
  const place = await findPlace(environment, { batchId: target.batchId, email: state.email }, context);
  const isElsewhere = state.userId !== null && (await hasApplied(environment, state.userId, target.batchId, id));
  if (place.kind === 'held' || isElsewhere) return reject('duplicate', TEXTS.enroll.duplicate);
  return accept({
    type: 'Transfer',
    data: {
      toBatchId: target.batchId,
      toBatchName: target.batch.details.name,
      copyId: place.applicationId,
      commentId: uuidV5(context.commandId, 'transferred to'),
    },
  });
}

interface CompletedTransfer extends Handled<typeof application.initial, ApplicationEvent> {
  readonly accounts: readonly HandledAccount[];
  readonly solutions: readonly HandledSolutions[];
}

/**
 * The second half of a transfer; after a crash a reaction repeats it. It never refuses: if the place was taken
 * meanwhile, it takes the next free one. Undefined if the person was erased.
 */
export async function completeTransfer(
  environment: Environment,
  transferred: Transferred,
  context: CommandContext,
): Promise<CompletedTransfer | undefined> {
  const id = transferred.stream.slice(`${application.category}-`.length);
  const { state: now } = await load(environment, application, id);
  const { state } = await load(environment, application, id, transferred.revision - 1);
  if (state.kind !== 'application' || state.email === null) return undefined;
  if (now.kind !== 'application' || now.isErased) return undefined;

  const ours = { ...context, organizationId: state.organizationId };
  const planned = transferred.data.copyId;
  for (let n = -1; ; n += 1) {
    const copyId = n < 0 ? planned : environment.identity.applicationId(transferred.data.toBatchId, state.email, n);
    const { state: found } = await load(environment, application, copyId);
    const isDone = found.kind === 'application' && found.transferredFrom === id;
    if (found.kind !== 'nothing' && !isDone) continue;
    // A proof since the transfer may have linked the application to another account.
    const original = { ...state, userId: now.userId };
    const commands = isDone ? [] : [await copyCommand(environment, { id, state: original, transferred })];
    const copied = await handle(environment, application, copyId, commands, ours);
    if (copied.ok) {
      // After the copy, so that the solutions find their application.
      const solutions = await copySolutions(environment, { fromId: id, toId: copyId }, ours);
      return { ...copied.value, solutions, accounts: await followApplication(environment, copyId, ours) };
    }
    if (copied.rejection.code !== 'duplicate') throw new Error(`A transfer was refused: ${copied.rejection.message}`);
  }
}

async function copyCommand(
  environment: Environment,
  original: { readonly id: string; readonly state: Application; readonly transferred: Transferred },
): Promise<Extract<ApplicationCommand, { type: 'Copy' }>> {
  const { id, state, transferred } = original;
  const [from, to] = await Promise.all([
    loadProgram(environment, state.batchId),
    loadProgram(environment, transferred.data.toBatchId),
  ]);
  const offered = to?.config.applicationDetailsSteps.flatMap((step) => step.availablePaymentModels ?? []) ?? [];
  const plan = state.selectedPaymentModelId;
  const comments = state.comments.flatMap(({ message, ...comment }) =>
    message === null ? [] : [{ comment, message }],
  );
  const ending = {
    commentId: uuidV5(transferred.data.commentId, 'transferred from'),
    authorId: transferred.actor.id ?? null,
    postedDate: transferred.at,
  };
  return {
    type: 'Copy',
    data: {
      fromId: id,
      fromBatchId: state.batchId,
      organizationId: state.organizationId,
      batchId: transferred.data.toBatchId,
      trackingNumber: await takeTrackingNumber(environment.vault, state.organizationId),
      tracking: state.tracking,
      userId: state.userId,
      status: transferred.data.from,
      adminAssigneeId: state.adminAssigneeId,
      selectedPaymentModelId: plan !== null && offered.includes(plan) ? plan : null,
      calendlyEventUri: state.calendlyEventUri,
      calendlyStartTime: state.calendlyStartTime,
      ...(state.calendlyEndTime === null ? {} : { calendlyEndTime: state.calendlyEndTime }),
      calendlyJoinUrl: state.calendlyJoinUrl,
      ...(state.correctedAnswers.length === 0 ? {} : { correctedAnswers: [...state.correctedAnswers] }),
      comments: [...comments.map(({ comment: { _id, ...rest } }) => ({ commentId: _id, ...rest })), ending],
      email: state.email ?? '',
      values: state.values,
      corrections: state.requestedCorrections,
      messages: [
        ...comments.map(({ message }) => message),
        TEXTS.applications.transferredFrom(from?.batch.details.name ?? ''),
      ],
    },
  };
}
