import { memo, useEffect, useId, useRef, useState } from 'react';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import { grouped } from '../../../../../domain/text/counted.ts';
import { statusWord } from '../../../shared/application/journey.ts';
import { StatusChip } from '../../../shared/application/status-chip.tsx';
import classes from './board.module.css';
import { BoardCard, type CardContext } from './board-card.tsx';
import type { BoardCard as Card } from './board-cards.ts';
import { type Dragged, isCard, putDown } from './dragged.ts';

const AT_ONCE = 50;

export const BoardColumn = memo(function BoardColumn({
  status,
  cards,
  isHidden,
  isDrawn,
  context,
  movedBy,
  onDrop,
}: {
  status: ApplicationStatus;
  cards: readonly Card[];
  isHidden: boolean;
  isDrawn: boolean;
  context: CardContext;
  movedBy: ReadonlyMap<string, string>;
  onDrop: ((dragged: Dragged, to: ApplicationStatus) => void) | undefined;
}) {
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const paging = usePaging(list);
  const drawn = isDrawn ? cards.slice(0, paging.limit) : [];
  const stop = drawn.find(({ application }) => application._id === active) ?? drawn[0];
  const left = cards.length - drawn.length;
  const isFolded = cards.length === 0;
  return (
    <section
      className={classes.column}
      aria-labelledby={headingId}
      data-column={status}
      data-folded={isFolded}
      data-over={isOver}
      onDragOver={(event) => {
        if (!onDrop || !isCard(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setIsOver(true);
      }}
      onDragLeave={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        const dragged = putDown(event.dataTransfer);
        if (!dragged || !onDrop) return;
        event.preventDefault();
        if (context.order === 'moved') list.current?.parentElement?.scrollTo({ top: 0 });
        onDrop(dragged, status);
      }}
    >
      <h3 id={headingId} className={classes.columnHead}>
        <StatusChip status={status} />
        <span className={classes.count} data-hidden={isHidden || undefined}>
          {isHidden ? 'hidden' : grouped(cards.length)}
          {!isHidden && <span className={classes.unseen}> {cards.length === 1 ? 'application' : 'applications'}</span>}
        </span>
      </h3>
      {!isFolded && (
        <div className={classes.body}>
          <ul
            ref={list}
            className={classes.cards}
            onFocus={({ target }) => setActive(target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null)}
          >
            {drawn.map((card) => (
              <BoardCard
                key={card.application._id}
                card={card}
                context={context}
                isTabStop={card === stop}
                movedBy={movedBy.get(card.application._id)}
              />
            ))}
          </ul>
          {isDrawn && left > 0 && (
            <button type="button" className={classes.more} onClick={paging.more}>
              Show {Math.min(left, AT_ONCE)} more of {statusWord(status)}
            </button>
          )}
        </div>
      )}
    </section>
  );
});

function usePaging(list: { readonly current: HTMLElement | null }) {
  const [limit, setLimit] = useState(AT_ONCE);
  useEffect(() => {
    if (limit === AT_ONCE) return;
    list.current?.children[limit - AT_ONCE]?.querySelector<HTMLElement>('[data-part="name"]')?.focus();
  }, [limit, list]);
  return { limit, more: () => setLimit(limit + AT_ONCE) };
}
