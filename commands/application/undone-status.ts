import type { ApplicationEvent } from '../../domain/application/events.ts';
import { statusSinceOf } from '../../domain/application/status-since.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import type { WantedChanges } from './application-changes.ts';

const SETS_STATUS: readonly string[] = ['ApplicationCopied', 'StatusChanged', 'ApplicationTransferred'];

/** Undo restores the original `statusSince`, unless the status was set again meanwhile. */
export function withFormerSince(
  wanted: WantedChanges,
  events: readonly Recorded<ApplicationEvent>[],
  undoes: unknown,
): WantedChanges {
  const last = events.findLast(({ type }) => SETS_STATUS.includes(type));
  if (last?.type !== 'StatusChanged' || last.revision !== undoes || last.data.from !== wanted.status) return wanted;
  const statusSince = statusSinceOf(events.filter(({ revision }) => revision < last.revision));
  return statusSince === undefined ? wanted : { ...wanted, statusSince };
}
