import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import type { CallByName } from '../../../../../domain/user/display-name.ts';
import type { LiveChange } from '../../../shared/live/live.ts';

type Actor = NonNullable<LiveChange['by']>;

export interface Place {
  readonly status: ApplicationStatus;
  readonly version: number;
}

export interface Touch {
  readonly by: Actor;
  readonly version: number;
}

export interface MoveOfOther {
  readonly application: ApplicationView;
  readonly who: string;
}

export function whoIs({ kind, email }: Actor, call: CallByName): string {
  if (kind === 'system') return 'The system';
  if (kind === 'provider') return 'An outside service';
  if (kind === 'token') return 'An integration';
  return call(email) ?? 'Someone';
}

/** Skips own optimistic moves: their row's version is older than the other person's change. */
export function movesOfOthers(
  rows: readonly ApplicationView[],
  places: ReadonlyMap<string, Place>,
  touches: ReadonlyMap<string, Touch>,
  call: CallByName,
): readonly MoveOfOther[] {
  if (touches.size === 0) return [];
  return rows.flatMap((application) => {
    const touch = touches.get(application._id);
    const place = places.get(application._id);
    if (!touch || !place || place.status === application.status) return [];
    const isTheirs = place.version < touch.version && application.version >= touch.version;
    return isTheirs ? [{ application, who: whoIs(touch.by, call) }] : [];
  });
}
