import type { Application } from '../../../../../api/contract/applications.ts';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import type { LiveChange } from '../../../shared/live/live.ts';

type Actor = NonNullable<LiveChange['by']>;

/** What a row said of its place when it was last looked at. */
export interface Place {
  readonly status: ApplicationStatus;
  readonly version: number;
}

/** Somebody else's last change of an application. */
export interface Touch {
  readonly by: Actor;
  readonly version: number;
}

export interface MoveOfOther {
  readonly application: Application;
  readonly who: string;
}

export function whoIs({ kind, email }: Actor): string {
  if (kind === 'system') return 'The system';
  if (kind === 'provider') return 'An outside service';
  return email ?? 'Somebody';
}

/**
 * Which rows have changed their status with what others did. A status that changes while the row's version does not reach
 * theirs is one's own move, shown before the server has answered.
 */
export function movesOfOthers(
  rows: readonly Application[],
  places: ReadonlyMap<string, Place>,
  touches: ReadonlyMap<string, Touch>,
): readonly MoveOfOther[] {
  if (touches.size === 0) return [];
  return rows.flatMap((application) => {
    const touch = touches.get(application._id);
    const place = places.get(application._id);
    if (!touch || !place || place.status === application.status) return [];
    const isTheirs = place.version < touch.version && application.version >= touch.version;
    return isTheirs ? [{ application, who: whoIs(touch.by) }] : [];
  });
}
