import { application } from '../../domain/application/application.ts';
import { organization } from '../../domain/organization/organization.ts';
import { type Followed, followedEvents } from '../../domain/payment-account/followed.ts';
import { type PaymentAccountCommand, paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { dayIn } from '../../domain/values/days.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { ATTEMPTS, type HandledAccount } from './handled-account.ts';
import { loadTerms } from './load-terms.ts';
import { takeAccountOver } from './take-account-over.ts';

/**
 * The second half of a change of status or plan; after a crash a reaction repeats it. Due dates count from the day of
 * the event.
 */
export async function followApplication(
  environment: Pick<Environment, 'log'>,
  applicationId: string,
  context: CommandContext,
): Promise<readonly HandledAccount[]> {
  const { state, events } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return [];
  const { organizationId, transferredFrom: fromId } = state;
  const ours = { ...context, organizationId };
  const moved = fromId === null ? [] : await followTransfer(environment, { fromId, toId: applicationId }, ours);
  const followed = followedEvents(events);
  if (followed.length === 0) return moved;

  const commands = await commandsFor(environment, followed, organizationId);
  const command = { ...ours, commandId: uuidV5(context.commandId, 'follow the application', applicationId) };
  const handled = await handle(environment, paymentAccount, applicationId, commands, command, { attempts: ATTEMPTS });
  if (!handled.ok) throw new Error(`The payment account ${applicationId} cannot follow: ${handled.rejection.message}`);
  return [...moved, handled.value];
}

/** The account is transferred once it has followed the original. */
async function followTransfer(
  environment: Pick<Environment, 'log'>,
  { fromId, toId }: { readonly fromId: string; readonly toId: string },
  context: CommandContext,
): Promise<readonly HandledAccount[]> {
  const followed = await followApplication(environment, fromId, context);
  return [...followed, ...(await takeAccountOver(environment, { fromId, toId }, context))];
}

async function commandsFor(
  environment: Pick<Environment, 'log'>,
  followed: readonly Followed[],
  organizationId: string,
): Promise<readonly PaymentAccountCommand[]> {
  const { timeZone } = (await load(environment, organization, organizationId)).state.details;
  const commands: PaymentAccountCommand[] = [];
  for (const { what, revision: applicationRevision, at, paymentModelId, isContractReached } of followed) {
    if (what === 'contract lost') {
      commands.push({ type: 'LoseContract', data: { applicationRevision } });
      continue;
    }
    const terms = paymentModelId === null ? null : ((await loadTerms(environment, paymentModelId))?.terms ?? null);
    const data = { organizationId, terms, day: dayIn(timeZone, at), applicationRevision };
    commands.push(
      what === 'contract reached'
        ? { type: 'ReachContract', data }
        : { type: 'ChangePlan', data: { ...data, isContractReached } },
    );
  }
  return commands;
}
