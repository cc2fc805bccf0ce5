import { application } from '../../domain/application/application.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { ATTEMPTS, type HandledAccount } from './handled-account.ts';

export interface SettleInvoice {
  readonly accountId: string;
  readonly n: number;
  readonly as: 'PayInvoice' | 'VoidInvoice';
  readonly note?: string | null | undefined;
}

/** An erased person gets no note. */
export async function settleInvoice(
  environment: Pick<Environment, 'log'>,
  { accountId, n, as, note }: SettleInvoice,
  context: CommandContext,
): Promise<Result<HandledAccount>> {
  const said = note?.trim() || null;
  const { state } = await load(environment, application, accountId);
  if (said !== null && state.kind === 'application' && state.isErased) {
    return reject('refused', TEXTS.applications.erased, [{ field: 'note', message: TEXTS.applications.erased }]);
  }
  return handle(environment, paymentAccount, accountId, [{ type: as, data: { n, note: said } }], context, {
    attempts: ATTEMPTS,
  });
}
