import type { EventOf, Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import type { SolutionEvent } from '../domain/solution/events.ts';
import { solution } from '../domain/solution/solution.ts';
import type { Solutions } from '../domain/solution/state.ts';
import type { PersonalDataErased } from '../domain/values/personal-data.ts';
import { projection } from './engine/projection.ts';

/** Oldest first; `_id` is the application's. */
export interface SolutionsDocument extends Solutions {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
}

const fold = (document: SolutionsDocument | undefined, event: Recorded<SolutionEvent>): SolutionsDocument => ({
  ...solution.evolve(document ?? solution.initial, event),
  _id: idOf(event.stream),
  version: event.revision,
});

export const solutions = projection<SolutionsDocument, SolutionEvent | EventOf<typeof PersonalDataErased>>({
  name: 'solutions',
  version: 2,
  digest: 'abac171265b0e581',
  indexes: [],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`, `solution-${id}`],
  on: {
    SolutionStarted: fold,
    AnswersSaved: fold,
    SolutionSubmitted: fold,
    SolutionRetaken: fold,
    SolutionCopied: fold,
    PersonalDataErased: (document) =>
      document && {
        ...document,
        solutions: document.solutions.map((one) => ({
          ...one,
          answers: one.answers.map(() => null),
          submission: null,
          externalDetailsUrl: null,
        })),
      },
  },
});
