import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { ReadModelEvent } from '../../domain/read-model/events.ts';
import { type ReadModelState, readModel } from '../../domain/read-model/read-model.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';

export interface EventToSkip {
  readonly projection: string;
  readonly eventId: string;
  /** Decimal text. */
  readonly position: string;
  readonly reason: string;
}

/** Records that a read model leaves an event out. The event must be in the log. */
export async function skipEvent(
  environment: Environment,
  { projection, eventId, position, reason }: EventToSkip,
  context: CommandContext,
): Promise<Result<Handled<ReadModelState, ReadModelEvent>>> {
  const at = BigInt(position);
  const page = at > 0n ? await environment.log.readAll({ after: at - 1n, limit: 1 }) : { events: [] };
  const event = page.events.find(({ id }) => id === eventId);
  if (!event) return reject('refused', TEXTS.readModels.eventUnknown);
  const { type: eventType, metadata } = event;
  const { organizationId } = metadata;
  const data = { projection, eventId, eventType, position: `${event.position}`, reason, organizationId };
  return handle(environment, readModel, projection, [{ type: 'SkipEvent', data }], context);
}

/** Records that a dynamic read model is built anew; that changes its version. */
export const retryReadModel = (
  environment: Environment,
  { projection }: { readonly projection: string },
  context: CommandContext,
): Promise<Result<Handled<ReadModelState, ReadModelEvent>>> =>
  handle(environment, readModel, projection, [{ type: 'RetryReadModel', data: { projection } }], context);
