import type { Application } from '../../../../../api/contract/applications.ts';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import type { Section } from '../visible-applications.ts';

/** A card: an application under the name of its batch, which the column does not say. */
export interface BoardCard {
  readonly application: Application;
  readonly batchName: string;
}

export type CardsByStatus = ReadonlyMap<ApplicationStatus, readonly BoardCard[]>;

const known = new WeakMap<Application, BoardCard>();

/** The same object for the same card, so that only what has changed is drawn anew. */
function cardOf(application: Application, batchName: string): BoardCard {
  const card = known.get(application);
  if (card?.batchName === batchName) return card;
  const made = { application, batchName };
  known.set(application, made);
  return made;
}

const since = ({ application: { statusSince, createdAt } }: BoardCard): string => statusSince ?? createdAt;

/** Who came last into a status stands on top of its column: what has just been moved is in sight where it was put. */
const lastMovedFirst = (one: BoardCard, other: BoardCard): number =>
  since(one) < since(other) ? 1 : since(one) > since(other) ? -1 : 0;

const isSame = (one: readonly BoardCard[], other: readonly BoardCard[]): boolean =>
  one.length === other.length && one.every((card, index) => card === other[index]);

/** What the sections show, under their statuses; a column that holds the same as in `before` stays the same list. */
export function cardsByStatus(sections: readonly Section[], before: CardsByStatus): CardsByStatus {
  const columns = new Map<ApplicationStatus, BoardCard[]>();
  for (const { batch, applications } of sections) {
    for (const application of applications) {
      const column = columns.get(application.status);
      if (column) column.push(cardOf(application, batch.name));
      else columns.set(application.status, [cardOf(application, batch.name)]);
    }
  }
  return new Map(
    [...columns].map(([status, cards]) => {
      cards.sort(lastMovedFirst);
      const last = before.get(status);
      return [status, last && isSame(last, cards) ? last : cards];
    }),
  );
}
