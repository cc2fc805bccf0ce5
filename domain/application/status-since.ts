import type { Happened } from '../event-sourcing/event.ts';
import { application } from './application.ts';
import type { ApplicationEvent } from './events.ts';
import type { ApplicationStatus } from './statuses.ts';

interface Since {
  readonly status: ApplicationStatus;
  readonly statusSince: string;
}

/** When the current status began; an undone change does not interrupt it. */
export function statusSince(
  before: Since | undefined,
  status: ApplicationStatus,
  event: Happened<ApplicationEvent>,
): string {
  if (before?.status === status) return before.statusSince;
  return (event.type === 'StatusChanged' ? event.data.since : undefined) ?? event.at;
}

/** The same for a whole history; undefined if it is empty. */
export function statusSinceOf(events: readonly Happened<ApplicationEvent>[]): string | undefined {
  let state = application.initial;
  let since: Since | undefined;
  for (const event of events) {
    state = application.evolve(state, event);
    if (state.kind !== 'application') continue;
    since = { status: state.status, statusSince: statusSince(since, state.status, event) };
  }
  return since?.statusSince;
}
