import type { AnyEvent, Recorded } from '../event-sourcing/event.ts';
import { categoryOf, idOf } from '../event-sourcing/streams.ts';

/** The version of UUID that bulk changes have as ids, and requests do not; a proxy's ids may be other texts. */
const isDerived = (id: string): boolean => /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id);
const ROW_STREAMS: ReadonlySet<string> = new Set(['application', 'solution', 'paymentAccount']);

/** Events on applications, and the emails that follow, carry the id of their bulk change. */
export function bulkOf({
  stream,
  type,
  actor,
  metadata: { correlationId, commandId },
}: Recorded<AnyEvent>): string | null {
  if (type === 'BulkRowsAdded') return idOf(stream);
  if (!isDerived(correlationId) || correlationId === commandId) return null;
  const isRow = actor.kind === 'user' || actor.kind === 'token' || type.startsWith('Email');
  return isRow && ROW_STREAMS.has(categoryOf(stream)) ? correlationId : null;
}
