import type { PaymentAccountEvent } from '../../domain/payment-account/events.ts';
import type { PaymentAccountState } from '../../domain/payment-account/state.ts';
import type { Handled } from '../handling/handle.ts';

export type HandledAccount = Handled<PaymentAccountState, PaymentAccountEvent>;

/** The command, the reaction and staff may change an account at the same time. */
export const ATTEMPTS = 20;
