import { isDocumentId, type Size } from '../../domain/event-sourcing/storable.ts';
import { validateDocument } from '../document-store/validate-document.ts';
import { ERASURE, isErasure } from './erasure.ts';
import type { RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';

export interface FoldedDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly [member: string]: unknown;
}

export interface Step {
  readonly id: string;
  readonly event: RecordedEvent;
  readonly fold: (document: FoldedDocument | undefined) => FoldedDocument | undefined;
}

export type Router = (event: RecordedEvent) => readonly Step[];

const NO_STEPS: readonly Step[] = [];

export function createRouter(projection: AnyProjection): Router {
  const { organization, until, skipped } = projection;
  const whole = createUnscopedRouter(projection);
  const route: Router = skipped
    ? (event) => (skipped.has(event.id) && !isErasure(event) ? NO_STEPS : whole(event))
    : whole;
  if (organization === undefined && until === undefined) return route;
  return (event) => {
    const isEarly = until === undefined || event.position <= until;
    const isOwn = organization === undefined || event.metadata.organizationId === organization;
    if (isEarly && isOwn) return route(event);
    return isErasure(event) ? route(event).map(onlyInto) : NO_STEPS;
  };
}

/** Whether a projection is given such an event, whatever its folds make of it. */
export const isGiven = (
  { on, organization, until }: Pick<AnyProjection, 'on' | 'organization' | 'until'>,
  { type, position, organizationId }: { type: string; position: bigint; organizationId: string | null },
): boolean =>
  Object.hasOwn(on, type) &&
  (type === ERASURE ||
    ((until === undefined || position <= until) && (organization === undefined || organizationId === organization)));

/** For existing documents only. */
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

/** Quarantines a stream: the projection cannot name the documents of one of its events. */
export const UNROUTED = '$stream:';

export function requireDocumentId(id: string): string {
  if (isDocumentId(id) && !id.startsWith('$')) return id;
  throw new TypeError(`${JSON.stringify(id)} cannot name a document`);
}

/** If the documents of an event cannot be named or stored, its only step fails under the stream's name. */
export function routeAll(router: Router, events: readonly RecordedEvent[]): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    try {
      const routed = router(event);
      for (const { id } of routed) requireDocumentId(id);
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

/**
 * Throws the fold's error, `Unstorable`, or a TypeError for a document with another id. `size`: of the given document as it
 * was counted when that was folded, 0 if it was not; then only what the fold changes is validated.
 */
export function foldedInto(
  document: FoldedDocument | undefined,
  { id, fold }: Step,
  indexes: readonly string[],
  size: Size = { bytes: 0 },
): FoldedDocument | undefined {
  const next = fold(document);
  if (!next || next === document) return next;
  // It would be stored in the place of another document.
  if (next._id !== id) throw new TypeError(`The document of ${id} has the _id ${JSON.stringify(next._id)}`);
  if (!document) size.bytes = 0;
  validateDocument(next, indexes, { former: size.bytes > 0 ? document : undefined, size });
  return next;
}
