import { application } from '../application/application.ts';
import type { ApplicationEvent } from '../application/events.ts';
import type { ApplicationState } from '../application/state.ts';
import { type ApplicationStatus, hasReached } from '../application/statuses.ts';
import type { AnyEvent, Recorded } from '../event-sourcing/event.ts';

export interface Followed {
  readonly what: 'contract reached' | 'contract lost' | 'plan changed';
  readonly revision: number;
  readonly at: string;
  readonly paymentModelId: string | null;
  readonly isContractReached: boolean;
}

export const isContractReached = (status: ApplicationStatus): boolean => hasReached(status, 'CONTRACT RECEIVED');

export function followedEvents(events: readonly Recorded<ApplicationEvent>[]): readonly Followed[] {
  const followed: Followed[] = [];
  let before = standingOf(application.initial);
  let state: ApplicationState = application.initial;
  for (const event of events) {
    state = application.evolve(state, event);
    const after = standingOf(state);
    const what = whatOf(before, after, event.type);
    if (what) followed.push({ what, revision: event.revision, at: event.at, ...after });
    before = after;
  }
  return followed;
}

/** Whether the event alone could be one of them. */
export function mayBeFollowed(event: AnyEvent): boolean {
  const { type, data } = event as ApplicationEvent;
  if (type === 'StatusChanged') return isContractReached(data.from) !== isContractReached(data.to);
  return type === 'PaymentPlanChosen';
}

type Standing = Pick<Followed, 'paymentModelId' | 'isContractReached'>;

const standingOf = (state: ApplicationState): Standing =>
  state.kind === 'application'
    ? { paymentModelId: state.selectedPaymentModelId, isContractReached: isContractReached(state.status) }
    : { paymentModelId: null, isContractReached: false };

function whatOf(before: Standing, after: Standing, type: ApplicationEvent['type']): Followed['what'] | undefined {
  if (type === 'ApplicationTransferred') return undefined;
  if (before.paymentModelId !== after.paymentModelId && type === 'PaymentPlanChosen') return 'plan changed';
  if (before.isContractReached === after.isContractReached) return undefined;
  return after.isContractReached ? 'contract reached' : 'contract lost';
}
