import type { RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';
import type { Fault } from './status.ts';

/** The document of a read model as the engine sees it. */
export interface FoldedDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly [member: string]: unknown;
}

/** One fold to be done: this event, into that document. */
export interface Step {
  readonly id: string;
  readonly event: RecordedEvent;
  readonly fold: (document: FoldedDocument | undefined) => FoldedDocument | undefined;
}

export type Router = (event: RecordedEvent) => readonly Step[];

const NO_STEPS: readonly Step[] = [];

/** Turns a projection's table of handlers into one function from an event to its folds; made once, used per event. */
export function createRouter(projection: AnyProjection): Router {
  return (event) => {
    const handler = Object.hasOwn(projection.on, event.type) ? projection.on[event.type] : undefined;
    if (!handler) return NO_STEPS;
    if (typeof handler === 'function') {
      return [{ id: projection.id(event), event, fold: (document) => handler(document, event) }];
    }
    const named: string | readonly string[] = handler.id(event);
    const ids = typeof named === 'string' ? [named] : [...new Set(named)];
    return ids.map((id) => ({ id, event, fold: (document) => handler.fold(document, event, id) }));
  };
}

export const faultAt = (event: RecordedEvent, error: unknown): Fault => ({
  position: String(event.position),
  eventType: event.type,
  eventId: event.id,
  error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
});

/** The folds of some events, up to the first event whose documents the projection cannot even name. */
export function routeAll(
  router: Router,
  events: readonly RecordedEvent[],
  after: bigint,
): { steps: Step[]; fault: Fault | null } {
  const steps: Step[] = [];
  for (const event of events) {
    if (event.position <= after) continue;
    try {
      for (const step of router(event)) steps.push(step);
    } catch (error) {
      return { steps, fault: faultAt(event, error) };
    }
  }
  return { steps, fault: null };
}
