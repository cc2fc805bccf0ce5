import type { PaymentAccountEvent } from '../../domain/payment-account/events.ts';
import type { PaymentAccountState } from '../../domain/payment-account/state.ts';
import type { Handled } from '../handle.ts';

export type HandledAccount = Handled<PaymentAccountState, PaymentAccountEvent>;

/** The command and the reaction meet at an account, and staff who note payments: none of them is told of a race. */
export const ATTEMPTS = 20;
