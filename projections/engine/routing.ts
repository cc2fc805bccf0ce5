import { isDocumentId } from '../../domain/event-sourcing/storable.ts';
import { validateDocument } from '../document-store/validate-document.ts';
import { isErasure } from './erasure.ts';
import type { RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';

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
  const route = createUnscopedRouter(projection);
  const { organization, until } = projection;
  if (organization === undefined && until === undefined) return route;
  return (event) => {
    const isEarly = until === undefined || event.position <= until;
    const isOwn = organization === undefined || event.metadata.organizationId === organization;
    if (isEarly && isOwn) return route(event);
    return isErasure(event) ? route(event).map(onlyInto) : NO_STEPS;
  };
}

/** The same step for a document that exists, and none else. */
const onlyInto = ({ fold, ...step }: Step): Step => ({ ...step, fold: (document) => document && fold(document) });

function createUnscopedRouter(projection: AnyProjection): Router {
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

/** Prefix of a stream's name. The stream is quarantined if the projection cannot name the documents of one of its events. */
export const UNROUTED = '$stream:';

/**
 * The folds of the events. Where a projection cannot name the documents of an event, or gives them ids that no
 * store takes, the only fold fails in the name of the event's stream.
 */
export function routeAll(router: Router, events: readonly RecordedEvent[]): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    try {
      const routed = router(event);
      for (const { id } of routed) {
        if (!isDocumentId(id) || id.startsWith('$'))
          throw new TypeError(`${JSON.stringify(id)} cannot name a document`);
      }
      steps.push(...routed);
    } catch (error) {
      const fail = () => {
        throw error;
      };
      steps.push({ id: `${UNROUTED}${event.stream}`, event, fold: fail });
    }
  }
  return steps;
}

/** The document after a fold. Throws what the fold throws, and for a document that no store takes. */
export function foldedInto(
  document: FoldedDocument | undefined,
  { fold }: Step,
  indexes: readonly string[],
): FoldedDocument | undefined {
  const next = fold(document);
  if (next && next !== document) validateDocument(next, indexes);
  return next;
}
