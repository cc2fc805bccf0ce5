import type { ApplicationEvent } from '../domain/application/events.ts';
import type { ApplicationStatus } from '../domain/application/statuses.ts';
import type { AnyEvent, EventOf, Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import type { Moment, Move, RecordedJourney } from '../domain/reports/journey.ts';
import type { SolutionEvent } from '../domain/solution/events.ts';
import type { PersonalDataErased } from '../domain/values/personal-data.ts';
import { type PassedOn, projection } from './engine/projection.ts';

/** `_id` is the application's. */
export interface JourneyDocument extends RecordedJourney {
  readonly _pos?: bigint;
  readonly organizationId: string;
}

type Handled =
  | Extract<
      ApplicationEvent,
      {
        type:
          | 'ApplicationSubmitted'
          | 'ApplicationCopied'
          | 'ApplicationTransferred'
          | 'StatusChanged'
          | 'ApplicationRemoved';
      }
    >
  | Extract<SolutionEvent, { type: 'SolutionSubmitted' | 'SolutionCopied' | 'SolutionRetaken' }>
  | EventOf<typeof PersonalDataErased>;
type Of<Type extends Handled['type']> = Recorded<Extract<Handled, { type: Type }>>;

/** Of one application; the oldest but the first are dropped beyond. */
const MOST_MOVES = 1000;
const MOST_SCORES = 100;

const ENDS: ReadonlySet<string> = new Set(['ApplicationRemoved', 'PersonalDataErased']);

const momentOf = ({ at, position }: Recorded<AnyEvent>): Moment => ({ at, position: String(position) });

const begun = (
  event: Of<'ApplicationSubmitted' | 'ApplicationCopied'>,
  status: ApplicationStatus,
): JourneyDocument => ({
  _id: idOf(event.stream),
  organizationId: event.data.organizationId,
  batchId: event.data.batchId,
  source: event.data.tracking.source,
  copiedFrom: event.type === 'ApplicationCopied' ? event.data.fromId : null,
  moves: [{ ...momentOf(event), status }],
  copies: [],
  scores: [],
  isErased: false,
});

function moved(document: JourneyDocument, move: Move): JourneyDocument {
  if (document.isErased) return document;
  const moves = [...document.moves, move];
  return { ...document, moves: moves.length > MOST_MOVES ? moves.toSpliced(1, 1) : moves };
}

/** An undo gives a status back with its original time: the moves since then are undone. */
function restored(document: JourneyDocument, event: Of<'StatusChanged'>): JourneyDocument {
  const { to, since } = event.data;
  const index = document.moves.findLastIndex(({ status, at, undone }) => status === to && at === since && !undone);
  if (index === -1) return moved(document, { ...momentOf(event), status: to });
  const undone = momentOf(event);
  return {
    ...document,
    moves: document.moves.map((move, n) => (n > index && !move.undone ? { ...move, undone } : move)),
  };
}

function scored(document: JourneyDocument | undefined, event: Of<'SolutionSubmitted' | 'SolutionCopied'>) {
  const { solutionId, assessmentId, score } = event.data;
  if (!document || document.isErased || score === null) return document;
  const others = document.scores.filter((one) => one.solutionId !== solutionId);
  return {
    ...document,
    scores: [...others, { ...momentOf(event), solutionId, assessmentId, score }].slice(-MOST_SCORES),
  };
}

/** The copies of a transferred application continue its moves, so these are kept until all copies are erased too. */
const emptied = (document: JourneyDocument): JourneyDocument =>
  document.isErased && document.copies.every(({ isErased }) => isErased) ? { ...document, moves: [] } : document;

const erased = (document: JourneyDocument | undefined, { stream }: Recorded<AnyEvent>) =>
  document && categoryOf(stream) === 'application'
    ? emptied({ ...document, source: null, scores: [], isErased: true })
    : document;

/** The original of an erased copy. */
function toOriginal({ _id, copiedFrom }: JourneyDocument): readonly PassedOn<JourneyDocument>[] {
  if (copiedFrom === null) return [];
  const withoutCopy = (original: JourneyDocument) =>
    emptied({
      ...original,
      copies: original.copies.map((copy) => (copy.copyId === _id ? { ...copy, isErased: true } : copy)),
    });
  return [{ id: copiedFrom, fold: (original) => original && withoutCopy(original) }];
}

/**
 * The way of each application through the statuses. Every fact has its position and time, so that the same document
 * answers for any moment of the past. A copy names its original, whose history it continues.
 */
export const journeys = projection<JourneyDocument, Handled>({
  name: 'journeys',
  version: 3,
  digest: '0d3b55ab18d415ee',
  indexes: ['organizationId', 'batchId'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`, `solution-${id}`],
  on: {
    ApplicationSubmitted: (_, event) => begun(event, 'NEW'),
    ApplicationCopied: {
      id: ({ stream, data }) => [idOf(stream), data.fromId],
      fold(document, event, id) {
        if (id === idOf(event.stream)) return begun(event, event.data.status);
        return (
          document && { ...document, copies: [...document.copies, { ...momentOf(event), copyId: idOf(event.stream) }] }
        );
      },
    },
    ApplicationTransferred: (document, event) =>
      document && moved(document, { ...momentOf(event), status: 'TRANSFERRED' }),
    StatusChanged(document, event) {
      if (!document) return undefined;
      const { to, since } = event.data;
      return since === undefined ? moved(document, { ...momentOf(event), status: to }) : restored(document, event);
    },
    SolutionSubmitted: scored,
    SolutionCopied: scored,
    SolutionRetaken: (document, event) =>
      document && {
        ...document,
        scores: document.scores.map((one) =>
          one.solutionId === event.data.solutionId ? { ...one, retaken: momentOf(event) } : one,
        ),
      },
    ApplicationRemoved: erased,
    PersonalDataErased: erased,
  },
  passesOn: (document, { type }) =>
    ENDS.has(type) && document.isErased && document.moves.length === 0 ? toOriginal(document) : [],
});
