import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { type ApplicationStatus, isInactive, type StatusFamily } from '../../../../../domain/application/statuses.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { JOURNEY, PLACES, placeOf } from '../../../shared/application/journey.ts';
import { forThisVisit } from '../../../shared/browser/browser-storage.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import type { Selection } from '../bulk/selection.ts';
import type { BoardOrder } from '../data/dashboard-address.ts';
import type { Staff } from '../data/use-dashboard-data.ts';
import type { Section } from '../data/visible-applications.ts';
import classes from './board.module.css';
import type { CardContext } from './board-card.tsx';
import { type BoardCard, type CardsByStatus, cardsByStatus } from './board-cards.ts';
import { BoardColumn } from './board-column.tsx';
import { neighbourOf } from './card-keys.ts';
import type { Dragged } from './dragged.ts';
import { MoveDialog } from './move-dialog.tsx';
import { MoveFeedbackBar } from './move-feedback.tsx';
import { useDrawnColumns } from './use-drawn-columns.ts';
import { useFocusFollows } from './use-focus-follows.ts';
import { useMoves } from './use-moves.ts';
import { useOthersMoves } from './use-others-moves.ts';

const BulkDialog = lazy(() => import('../bulk/bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })));

const NO_CARDS: readonly BoardCard[] = [];
const NOTHING: CardsByStatus = new Map();

const SCROLL_KEY = 'intake.boardScroll';

function useCards(sections: readonly Section[], order: BoardOrder): CardsByStatus {
  const last = useRef(NOTHING);
  return useMemo(() => {
    last.current = cardsByStatus(sections, last.current, order);
    return last.current;
  }, [sections, order]);
}

interface Asked {
  readonly application: ApplicationView;
  readonly isTransfer: boolean;
}

interface Email {
  readonly application: ApplicationView;
  readonly templateId: string;
}

export function Board({
  staff: { myId, limits, zone, canWork, canBulk, now },
  asOf,
  sections,
  order,
  family: only,
  selection,
  showInactive,
}: {
  staff: Staff;
  asOf: string | null;
  sections: readonly Section[];
  order: BoardOrder;
  /** Null for all. */
  family: StatusFamily | null;
  selection: Selection | null;
  showInactive: boolean;
}) {
  const board = useRef<HTMLElement>(null);
  const cards = useCards(sections, order);
  const moves = useMoves();
  const others = useOthersMoves(myId, moves.showMovesOfOthers);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [email, setEmail] = useState<Email | null>(null);
  const focus = useFocusFollows(board);
  const drawn = useDrawnColumns(PLACES);
  const [restored] = useState(() => forThisVisit.read<number>(SCROLL_KEY) ?? 0);
  const left = useRef(restored);
  useEffect(() => {
    if (board.current) board.current.scrollLeft = left.current;
    // Restored after a visit to an application.
    return () => void forThisVisit.write(SCROLL_KEY, left.current);
  }, []);

  const askWhereTo = useCallback((application: ApplicationView) => setAsked({ application, isTransfer: false }), []);
  const call = useStaffNames();
  const context = useMemo(
    (): CardContext => ({
      myId,
      limits,
      zone,
      order,
      now,
      asOf,
      call,
      selection,
      askWhereTo: canWork ? askWhereTo : undefined,
    }),
    [myId, limits, zone, order, now, asOf, call, selection, canWork, askWhereTo],
  );
  const find = (id: string) =>
    [...cards.values()].flat().find(({ application }) => application._id === id)?.application;
  const move = (application: ApplicationView, to: ApplicationStatus, since?: number) => {
    others.forget(application._id);
    if (to === 'TRANSFERRED') setAsked({ application, isTransfer: true });
    else void moves.move(application, to, since);
  };
  const drop = useStable(({ id, version }: Dragged, to: ApplicationStatus) => {
    const application = find(id);
    if (application && application.status !== to) move(application, to, version);
  });

  return (
    <>
      {sections.length > 0 && cards.size === 0 && <p className={classes.nobody}>{emptyText(sections)}</p>}
      {sections.length > 0 && (
        <section
          ref={board}
          className={classes.board}
          aria-label="Applications by status"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          data-board
          onScroll={({ currentTarget }) => {
            left.current = currentTarget.scrollLeft;
          }}
          onKeyDown={(event) => onKey(event, (id) => setAsked(canWork ? toAsk(find(id)) : null))}
          {...focus.listeners}
        >
          {JOURNEY.filter(({ family }) => only === null || family === only).map(({ family, statuses }) => (
            <div key={family} className={classes.family}>
              <h2 className={classes.familyName}>{family}</h2>
              <div className={classes.columns}>
                {statuses.map((status) => (
                  <BoardColumn
                    key={status}
                    status={status}
                    cards={cards.get(status) ?? NO_CARDS}
                    isHidden={isInactive(status) && !showInactive}
                    isDrawn={placeOf(status) < drawn}
                    context={context}
                    movedBy={others.notes}
                    onDrop={canWork ? drop : undefined}
                  />
                ))}
              </div>
            </div>
          ))}
        </section>
      )}
      {asked && (
        <MoveDialog
          key={asked.application._id}
          {...asked}
          onMove={(to) => move(asked.application, to, asked.application.version)}
          onClose={() => setAsked(null)}
        />
      )}
      <MoveFeedbackBar
        feedback={moves.feedback}
        isShown={(id) => find(id) !== undefined}
        onUndo={(moved) => {
          focus.moveTo(moved.application._id);
          void moves.undo(moved);
        }}
        onEmail={canBulk ? ({ application }, templateId) => setEmail({ application, templateId }) : undefined}
        onMine={({ application, to }) => {
          focus.moveTo(application._id);
          return moves.move(application, to);
        }}
        onDismiss={() => {
          focus.moveTo(moves.feedback && 'application' in moves.feedback ? moves.feedback.application._id : '');
          moves.dismiss();
        }}
      />
      {email && (
        <Suspense fallback={null}>
          <BulkDialog
            kind="template"
            applications={[email.application]}
            hidden={0}
            templateId={email.templateId}
            onStarted={moves.dismiss}
            onClose={() => setEmail(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const emptyText = (sections: readonly Section[]): string =>
  sections.some(({ total }) => total > 0) ? TEXTS.dashboard.allHereInactive : TEXTS.dashboard.emptyBoard;

const toAsk = (application: ApplicationView | undefined): Asked | null =>
  application ? { application, isTransfer: false } : null;

function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const current = useRef(act);
  current.current = act;
  return useCallback((...args: Args) => current.current(...args), []);
}

function onKey(event: KeyboardEvent<HTMLElement>, askWhereTo: (id: string) => void): void {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null;
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = neighbourOf(card, event.key);
  if (next) {
    event.preventDefault();
    next.focus();
  } else if (event.key.toLowerCase() === 'm') {
    askWhereTo(card.dataset.card ?? '');
  }
}
