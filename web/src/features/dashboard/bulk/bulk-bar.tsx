import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { applicationsQuery } from '../../../shared/staff-queries/list-queries.ts';
import type { Section } from '../data/visible-applications.ts';
import { isAtWorkFor } from './at-work.ts';
import classes from './bulk.module.css';
import type { BulkKind } from './bulk-dialog.tsx';
import { BULK_BAR_ID } from './focus-bulk-bar.ts';
import { FollowedBulk } from './followed-bulk.tsx';
import { bulksQuery } from './queries.ts';
import { SelectedBar } from './selected-bar.tsx';
import { type Selection, useSelected } from './selection.ts';
import { useBarHeight } from './use-bar-height.ts';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })));

interface Asked {
  readonly kind: BulkKind;
  readonly applications: readonly ApplicationView[];
  /** Of the selected ones. */
  readonly hidden: number;
  /** False for the applications of a bulk change that is done. */
  readonly isSelection: boolean;
  readonly templateId?: string;
}

export function BulkBar({
  selection,
  groups,
  sections,
  collapsed,
  myId,
}: {
  selection: Selection;
  groups: ReadonlyMap<Batch, readonly ApplicationView[]>;
  sections: readonly Section[];
  collapsed: ReadonlySet<string>;
  myId: string | null;
}) {
  const selected = useSelected(selection);
  const { data: recent } = useQuery(bulksQuery);
  const client = useQueryClient();
  const [asks, setAsks] = useState<Asked | null>(null);
  const [followedId, setFollowedId] = useState<string | null>(null);
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  const chosen = useMemo(() => chosenOf(selected, groups), [selected, groups]);
  const shown = useMemo(() => shownIn(sections, collapsed), [sections, collapsed]);
  const hidden = chosen.filter(({ _id }) => !shown.has(_id)).length;

  const mine = recent?.find((bulk) => isAtWorkFor(myId, bulk))?._id;
  useEffect(() => {
    if (mine !== undefined) setFollowedId(mine);
  }, [mine]);

  const ask = (kind: BulkKind) => setAsks({ kind, applications: chosen, hidden, isSelection: true });
  const offerEmail = (templateId: string, ids: readonly string[]) => {
    const wanted = new Set(ids);
    const all = client.getQueryData(applicationsQuery.queryKey) ?? [];
    const applications = all.filter(({ _id }) => wanted.has(_id));
    setAsks({ kind: 'template', templateId, applications, hidden: 0, isSelection: false });
  };
  // The pressed button is gone.
  const goOn = () => document.getElementById('main')?.focus({ preventScroll: true });
  const clear = () => {
    selection.clear();
    goOn();
  };
  const dismiss = () => {
    setFollowedId(null);
    goOn();
  };
  const isEmpty = chosen.length === 0 && followedId === null;
  return (
    <section
      ref={bar}
      id={BULK_BAR_ID}
      className={classes.bar}
      aria-label="Selected applications"
      tabIndex={-1}
      data-empty={isEmpty || undefined}
    >
      {followedId !== null && <FollowedBulk id={followedId} onEmail={offerEmail} onClose={dismiss} />}
      <div className={classes.line}>
        <p role="status" className={classes.words}>
          {chosen.length > 0 && `${chosen.length.toLocaleString('en')} selected`}
          {hidden > 0 && <span className={classes.aside}> · {hiddenWords(hidden, chosen.length)}</span>}
        </p>
        {chosen.length > 0 && (
          <SelectedBar
            shown={shown.size > chosen.length - hidden ? shown.size : null}
            onAll={() => selection.change(shown, [])}
            onAsk={ask}
            onClear={clear}
          />
        )}
      </div>
      {asks && (
        <Suspense fallback={null}>
          <BulkDialog
            kind={asks.kind}
            applications={asks.applications}
            hidden={asks.hidden}
            {...(asks.templateId === undefined ? {} : { templateId: asks.templateId })}
            onStarted={(bulk) => {
              setFollowedId(bulk._id);
              if (asks.isSelection) selection.clear();
              bar.current?.focus({ preventScroll: true });
            }}
            onClose={() => setAsks(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

function chosenOf(
  selected: ReadonlySet<string>,
  groups: ReadonlyMap<Batch, readonly ApplicationView[]>,
): readonly ApplicationView[] {
  if (selected.size === 0) return [];
  return [...groups.values()].flatMap((all) => all.filter(({ _id }) => selected.has(_id)));
}

const shownIn = (sections: readonly Section[], collapsed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    sections
      .filter(({ batch }) => !collapsed.has(batch._id))
      .flatMap(({ applications }) => applications.map(({ _id }) => _id)),
  );

function hiddenWords(hidden: number, all: number): string {
  if (hidden === all) return all === 1 ? 'it is not shown' : 'none of them is shown';
  return `${hidden.toLocaleString('en')} of them ${hidden === 1 ? 'is' : 'are'} not shown`;
}
