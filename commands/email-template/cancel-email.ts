import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { ApplicationState } from '../../domain/application/state.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import { cancelDelivery } from '../outbox/cancel-delivery.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { entriesFor } from '../outbox/reaction.ts';
import { REQUESTED_EMAIL } from '../reactions/email-reactions.ts';

export interface CancelEmail {
  readonly applicationId: string;
  readonly requestId: string;
}

export type CancelledEmail = Handled<ApplicationState, ApplicationEvent> | null;

export async function cancelEmail(
  environment: Environment,
  { applicationId, requestId }: CancelEmail,
  context: CommandContext,
): Promise<Result<CancelledEmail>> {
  const { events } = await load(environment, application, applicationId);
  const request = events.find((event) => event.type === 'EmailRequested' && event.data.requestId === requestId);
  if (!request) return accept(null);
  const asIfNoted = await entriesFor(request, [REQUESTED], environment.now());
  for (const entry of asIfNoted) if (!(await cancelDelivery(openOutbox(environment.vault), entry))) return accept(null);
  return handle(environment, application, applicationId, [{ type: 'CancelEmail', data: { requestId } }], context);
}

/** The lane of a cancelled email does not matter. */
const REQUESTED = { name: REQUESTED_EMAIL, deliveriesFor: () => [{ lane: 'mail' }] as const };
