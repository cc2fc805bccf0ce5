import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../../shared/dates/dates.tsx';
import { useLiveChanges } from '../../../shared/live/live-changes.ts';
import { applicationsQuery } from '../../../shared/staff-queries/list-queries.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { type MoveOfOther, movesOfOthers, type Place, type Touch } from './others-moves.ts';

const NO_NOTES: ReadonlyMap<string, string> = new Map();

export function useOthersMoves(myId: string | null, onMoves: (moves: readonly MoveOfOther[]) => void) {
  const { data: rows } = useQuery(applicationsQuery);
  const touches = useRef(new Map<string, Touch>());
  const places = useRef<ReadonlyMap<string, Place>>(new Map());
  const [notes, setNotes] = useState(NO_NOTES);
  const tell = useRef(onMoves);
  tell.current = onMoves;
  const call = useStaffNames();
  const names = useRef(call);
  names.current = call;

  useLiveChanges(
    {
      onChanges(changes) {
        for (const { kind, id, by, version } of changes) {
          if (kind !== 'application') continue;
          if (by && by.id !== myId) touches.current.set(id, { by, version });
          else touches.current.delete(id);
        }
      },
      onLost: () => touches.current.clear(),
    },
    true,
  );

  useEffect(() => {
    if (!rows) return;
    const moves = movesOfOthers(rows, places.current, touches.current, names.current);
    places.current = new Map(rows.map(({ _id, status, version }) => [_id, { status, version }]));
    if (moves.length === 0) return;
    const at = formatTime(new Date());
    setNotes(
      (old) => new Map([...old, ...moves.map(({ application, who }) => [application._id, `${who}, ${at}`] as const)]),
    );
    tell.current(moves);
  }, [rows]);

  return {
    /** "Jun Reyes, 14:03", keyed by application. */
    notes,
    forget: (id: string) => setNotes((old) => (old.has(id) ? new Map([...old].filter(([key]) => key !== id)) : old)),
  };
}
