import { application } from '../../domain/application/application.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { ATTEMPTS, type HandledAccount } from './handled-account.ts';

/** Closes the account, then opens it in the target; repeatable. An account opened after the original returned stays. */
export async function takeAccountOver(
  environment: Pick<Environment, 'log'>,
  { fromId, toId }: { readonly fromId: string; readonly toId: string },
  context: CommandContext,
): Promise<readonly HandledAccount[]> {
  const { state: original } = await load(environment, application, fromId);
  const { state: before } = await load(environment, paymentAccount, fromId);
  const isGoing = original.kind === 'application' && original.status === 'TRANSFERRED';
  const isGone = before.kind === 'account' && before.toId === toId;
  if (before.kind === 'nothing' || before.status === 'void' || !(isGoing || isGone)) return [];
  const attempts = { attempts: ATTEMPTS };
  const handOver = { type: 'HandOver', data: { toId } } as const;
  const leaving = { ...context, commandId: uuidV5(context.commandId, 'hand the account over') };
  const handedOver = await handle(environment, paymentAccount, fromId, [handOver], leaving, attempts);
  if (!handedOver.ok) throw new Error(`The payment account ${fromId} stays: ${handedOver.rejection.message}`);
  const { state: account } = handedOver.value;
  if (account.kind !== 'account' || account.toId !== toId) return [handedOver.value];
  const takeOver = { type: 'TakeOver', data: { fromId, account } } as const;
  const arriving = { ...context, commandId: uuidV5(context.commandId, 'take the account over') };
  const takenOver = await handle(environment, paymentAccount, toId, [takeOver], arriving, attempts);
  if (!takenOver.ok) throw new Error(`The payment account ${fromId} does not arrive: ${takenOver.rejection.message}`);
  return [handedOver.value, takenOver.value];
}
