import { isDocumentId } from '../../domain/event-sourcing/storable.ts';
import { validateDocument } from '../document-store/validate-document.ts';
import { isErasure } from './erasure.ts';
import type { RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';

/** A document as the engine sees it. */
export interface FoldedDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly [member: string]: unknown;
}

/** One event to fold into one document. */
export interface Step {
  readonly id: string;
  readonly event: RecordedEvent;
  readonly fold: (document: FoldedDocument | undefined) => FoldedDocument | undefined;
}

export type Router = (event: RecordedEvent) => readonly Step[];

const NO_STEPS: readonly Step[] = [];

/** Compiles a projection's handlers into one function from an event to its folds. */
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

/** The same step, for an existing document only. */
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

/**
 * Prefix of a stream's name. A stream is quarantined if the projection cannot name the documents of one of its events.
 */
export const UNROUTED = '$stream:';

/**
 * The folds of the events. If a projection cannot name the documents of an event, or returns ids that no store accepts,
 * the only fold fails in the name of the stream.
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

/** The document after a fold. Throws what the fold throws, and for a document that no store accepts. */
export function foldedInto(
  document: FoldedDocument | undefined,
  { fold }: Step,
  indexes: readonly string[],
): FoldedDocument | undefined {
  const next = fold(document);
  if (next && next !== document) validateDocument(next, indexes);
  return next;
}
