import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import { appliedAt } from '../../../shared/application/applied-at.ts';
import { COLUMNS } from '../../../shared/application/journey.ts';
import type { BoardOrder } from '../data/dashboard-address.ts';
import type { Section } from '../data/visible-applications.ts';

export interface BoardCard {
  readonly application: ApplicationView;
  readonly batchName: string;
}

export type CardsByStatus = ReadonlyMap<ApplicationStatus, readonly BoardCard[]>;

const known = new WeakMap<ApplicationView, BoardCard>();

/** Returns the same object for an unchanged card, so that only changed cards rerender. */
function cardOf(application: ApplicationView, batchName: string): BoardCard {
  const card = known.get(application);
  if (card?.batchName === batchName) return card;
  const made = { application, batchName };
  known.set(application, made);
  return made;
}

const since = ({ application: { statusSince, createdAt } }: BoardCard): string => statusSince ?? createdAt;

const applied = ({ application }: BoardCard): string => appliedAt(application);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const ORDERS: Readonly<Record<BoardOrder, (one: BoardCard, other: BoardCard) => number>> = {
  moved: (one, other) => compared(since(other), since(one)),
  longest: (one, other) => compared(since(one), since(other)),
  newest: (one, other) => compared(applied(other), applied(one)),
};

const isSame = (one: readonly BoardCard[], other: readonly BoardCard[]): boolean =>
  one.length === other.length && one.every((card, index) => card === other[index]);

export function cardsByStatus(
  sections: readonly Section[],
  before: CardsByStatus,
  order: BoardOrder = 'moved',
): CardsByStatus {
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
      cards.sort(ORDERS[order]);
      const last = before.get(status);
      return [status, last && isSame(last, cards) ? last : cards];
    }),
  );
}

/** Column by column, from the first of the journey to the last. */
export function inBoardOrder(sections: readonly Section[], order: BoardOrder): readonly ApplicationView[] {
  const columns = cardsByStatus(sections, new Map(), order);
  return COLUMNS.flatMap((status) => columns.get(status) ?? []).map(({ application }) => application);
}
