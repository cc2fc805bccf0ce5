import { type ApplicationStatus, FAMILY_OF_STATUS, hasReached } from '../application/statuses.ts';

/** When something was recorded: ISO-8601, and the position in the log as a text. */
export interface Moment {
  readonly at: string;
  readonly position: string;
}

export interface Move extends Moment {
  readonly status: ApplicationStatus;
  /** An undo took it back. */
  readonly undone?: Moment;
}

/** A submitted solution of a quiz, until it is retaken. */
export interface Scored extends Moment {
  readonly solutionId: string;
  readonly assessmentId: string;
  readonly score: number;
  readonly retaken?: Moment;
}

/** A copy that a transfer made of the application. */
export interface Copy extends Moment {
  readonly copyId: string;
  /** Neither the copy nor one of its own copies needs the moves. */
  readonly isErased?: true;
}

/** What the log says of one application, moves that were undone included. */
export interface RecordedJourney {
  readonly _id: string;
  readonly batchId: string;
  readonly source: string | null;
  /** The original of a transferred application. */
  readonly copiedFrom: string | null;
  readonly moves: readonly Move[];
  readonly copies: readonly Copy[];
  readonly scores: readonly Scored[];
  readonly isErased: boolean;
}

/** A stay in one status; `to` is null while it lasts. */
export interface Stay {
  readonly status: ApplicationStatus;
  readonly from: string;
  readonly to: string | null;
}

/** One person's way through a batch, with the history before a transfer. */
export interface Journey {
  readonly id: string;
  readonly batchId: string;
  readonly source: string | null;
  readonly appliedAt: string;
  /** At least one; consecutive ones differ. */
  readonly stays: readonly Stay[];
  readonly scores: readonly Scored[];
}

/** Which of the recorded moments have happened. */
export type Cut = (moment: Moment) => boolean;
export const everything: Cut = () => true;

export const upToPosition =
  (last: bigint): Cut =>
  ({ position }) =>
    BigInt(position) <= last;
export function upToTime(time: string): Cut {
  const last = new Date(time).toISOString();
  return ({ at }) => at <= last;
}

/** Without what happened later. */
export const recordedBy = (recorded: RecordedJourney, cut: Cut): RecordedJourney => ({
  ...recorded,
  moves: recorded.moves.filter(cut).map(({ undone, ...move }) => (undone && cut(undone) ? { ...move, undone } : move)),
  copies: recorded.copies.filter(cut),
  scores: recorded.scores
    .filter(cut)
    .map(({ retaken, ...scored }) => (retaken && cut(retaken) ? { ...scored, retaken } : scored)),
});

/** Longer chains of transfers are cut at their beginning. */
export const MOST_TRANSFERS = 20;

const standingMoves = ({ moves }: RecordedJourney, cut: Cut): readonly Move[] =>
  moves.filter((move) => cut(move) && !(move.undone && cut(move.undone)));

/** Its person is counted as the copy. */
function isCountedElsewhere({ copies }: RecordedJourney, moves: readonly Move[], cut: Cut): boolean {
  const last = moves.at(-1);
  if (last?.status !== 'TRANSFERRED') return false;
  return copies.some((copy) => cut(copy) && BigInt(copy.position) > BigInt(last.position));
}

/** Whether the transfer that made the copy was taken back later. */
function hasReturned(original: RecordedJourney, copy: RecordedJourney, cut: Cut): boolean {
  const [first] = copy.moves;
  if (!first) return false;
  const isLater = (moment: Moment) => cut(moment) && BigInt(moment.position) > BigInt(first.position);
  const isUndone = original.moves.some(
    ({ status, position, undone }) =>
      status === 'TRANSFERRED' && BigInt(position) < BigInt(first.position) && undone !== undefined && isLater(undone),
  );
  return isUndone || original.moves.some((move) => move.status !== 'TRANSFERRED' && isLater(move));
}

/** A cancelled copy whose original has returned: its person is counted as the original. */
function isGivenUp(
  recorded: RecordedJourney,
  moves: readonly Move[],
  byId: ReadonlyMap<string, RecordedJourney>,
  cut: Cut,
): boolean {
  if (moves.at(-1)?.status !== 'CANCELLED') return false;
  let copy = recorded;
  for (let count = 0; copy.copiedFrom !== null && count < MOST_TRANSFERS; count += 1) {
    const original = byId.get(copy.copiedFrom);
    if (!original) return false;
    if (hasReturned(original, copy, cut)) return true;
    copy = original;
  }
  return false;
}

/**
 * Null for an application that does not count: not made yet, erased, or counted as its copy or its original. `byId`
 * holds the originals of copies too.
 */
export function journeyOf(
  recorded: RecordedJourney,
  byId: ReadonlyMap<string, RecordedJourney>,
  cut: Cut = everything,
): Journey | null {
  const own = standingMoves(recorded, cut);
  const first = own[0];
  if (!first || recorded.isErased) return null;
  if (isCountedElsewhere(recorded, own, cut) || isGivenUp(recorded, own, byId, cut)) return null;
  const moves = [...own];
  let copy = recorded;
  let startedAt = first;
  for (let count = 0; copy.copiedFrom !== null && count < MOST_TRANSFERS; count += 1) {
    const original = byId.get(copy.copiedFrom);
    if (!original) break;
    const before = standingMoves(original, cut).filter(
      ({ status, position }) => status !== 'TRANSFERRED' && BigInt(position) < BigInt(startedAt.position),
    );
    moves.unshift(...before);
    startedAt = before[0] ?? startedAt;
    copy = original;
  }
  return {
    id: recorded._id,
    batchId: recorded.batchId,
    source: recorded.source,
    appliedAt: startedAt.at,
    stays: staysOf(moves),
    scores: recorded.scores.filter((scored) => cut(scored) && !(scored.retaken && cut(scored.retaken))),
  };
}

function staysOf(moves: readonly Move[]): readonly Stay[] {
  const changes = moves.filter(({ status }, index) => status !== moves[index - 1]?.status);
  return changes.map(({ status, at }, index) => ({ status, from: at, to: changes[index + 1]?.at ?? null }));
}

export function journeysOf(
  recorded: Iterable<RecordedJourney>,
  byId: ReadonlyMap<string, RecordedJourney>,
  cut: Cut = everything,
): readonly Journey[] {
  const journeys: Journey[] = [];
  for (const one of recorded) {
    const journey = journeyOf(one, byId, cut);
    if (journey) journeys.push(journey);
  }
  return journeys;
}

export const currentStay = ({ stays }: Journey): Stay => stays.at(-1) as Stay;
export const currentStatus = (journey: Journey): ApplicationStatus => currentStay(journey).status;

/** It went no further: CANCELLED, WITHDRAWN, TRANSFERRED or CONTRACT DECLINED. */
export const hasEnded = (status: ApplicationStatus): boolean => FAMILY_OF_STATUS[status] === 'ended';
/** It holds a seat. */
export const hasSigned = (status: ApplicationStatus): boolean => hasReached(status, 'CONTRACT RECEIVED');
/** Still open: neither ended nor signed. */
export const isOpen = (status: ApplicationStatus): boolean => !hasEnded(status) && !hasSigned(status);
