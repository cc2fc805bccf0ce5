import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { type Conflict, conflictIn } from '../../../shared/application/conflict.ts';
import { statusWord } from '../../../shared/application/journey.ts';
import { type Attempt, useChangeOfApplications } from '../../../shared/staff-queries/change-queries.ts';
import { applicationsQuery } from '../../../shared/staff-queries/list-queries.ts';
import type { MoveOfOther } from './others-moves.ts';

export type MoveFeedback =
  | { readonly kind: 'words'; readonly words: string }
  | {
      readonly kind: 'moved';
      readonly application: ApplicationView;
      readonly to: ApplicationStatus;
      /** The version after the move; null until it is saved, and for undone moves. */
      readonly version: number | null;
    }
  | {
      readonly kind: 'conflict';
      readonly application: ApplicationView;
      readonly to: ApplicationStatus;
      readonly conflict: Conflict;
    };

export function useMoves() {
  const client = useQueryClient();
  const { mutateAsync } = useChangeOfApplications();
  const [feedback, setFeedback] = useState<MoveFeedback | null>(null);
  const rowOf = (id: string) => client.getQueryData(applicationsQuery.queryKey)?.find(({ _id }) => _id === id);

  /** `since` is the version that the move is based on. Without it the move overwrites what others have done. */
  async function move(
    application: ApplicationView,
    to: ApplicationStatus,
    since?: number,
    { changes, preview }: Partial<Attempt> = {},
  ): Promise<number | null> {
    try {
      const { version } = await mutateAsync({
        application,
        changes: { status: to, ...changes },
        preview: { status: to, statusSince: new Date().toISOString(), ...preview },
        ...(since === undefined ? {} : { since }),
      });
      return version;
    } catch (error) {
      const conflict = conflictIn(error);
      setFeedback(conflict && { kind: 'conflict', application: rowOf(application._id) ?? application, to, conflict });
      return null;
    }
  }

  return {
    feedback,
    dismiss: () => setFeedback(null),
    async move(application: ApplicationView, to: ApplicationStatus, since?: number) {
      const moved = { kind: 'moved', application, to } as const;
      setFeedback({ ...moved, version: null });
      const version = await move(application, to, since);
      if (version !== null) setFeedback((now) => (isOf(now, moved) ? { ...moved, version } : now));
    },
    async undo({ application, version }: Extract<MoveFeedback, { kind: 'moved' }>) {
      const row = rowOf(application._id);
      if (!row || version === null) return;
      setFeedback({ kind: 'words', words: TEXTS.dashboard.isBack(nameOf(row), statusWord(application.status)) });
      const { status, statusSince } = application;
      await move(row, status, version, { changes: { undoes: version }, preview: { statusSince } });
    },
    showMovesOfOthers(moves: readonly MoveOfOther[]) {
      setFeedback((now) => (now?.kind === 'conflict' ? now : { kind: 'words', words: wordsFor(moves) }));
    },
  };
}

const isOf = (
  now: MoveFeedback | null,
  { application, to }: { application: ApplicationView; to: ApplicationStatus },
): boolean => now?.kind === 'moved' && now.application._id === application._id && now.to === to;

function wordsFor(moves: readonly MoveOfOther[]): string {
  const [first] = moves;
  if (!first) return '';
  const who = new Set(moves.map((move) => move.who)).size === 1 ? first.who : 'Others';
  return moves.length === 1
    ? `${who} moved ${nameOf(first.application)} to ${statusWord(first.application.status)}.`
    : `${who} moved ${moves.length} applications.`;
}
