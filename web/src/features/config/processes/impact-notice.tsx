import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import type { OptionRename } from '../../../../../domain/process/impact.ts';
import type { Edit } from '../../../../../domain/process-editing/edits.ts';
import { grouped } from '../../../../../domain/text/counted.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import dialogs from '../../../shared/ui/dialogs.module.css';
import { Notice, takeFocus } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import type { ImpactLine } from './impact-words.ts';
import classes from './processes.module.css';
import { applicantsQuery } from './queries.ts';

export function ImpactNotice({
  organizationId,
  lines,
  onEdit,
  onRename,
  onSave,
  onBack,
}: {
  organizationId: string;
  lines: readonly ImpactLine[];
  onEdit: (edit: (config: ProcessConfig) => Edit) => void;
  onRename: (renames: readonly OptionRename[]) => void;
  onSave: () => void;
  onBack: () => void;
}) {
  const [shown, setShown] = useState<ImpactLine | null>(null);
  return (
    <Notice meaning="attention" role="alert" ref={takeFocus}>
      <p>Saving this affects applicants in progress:</p>
      <ul className={classes.conflicts}>
        {lines.map((line) => (
          <li key={line.key}>
            <span dir="auto">
              {line.before}
              <button
                type="button"
                className={classes.numberButton}
                aria-haspopup="dialog"
                onClick={() => setShown(line)}
              >
                {line.people.words}
              </button>
              {line.after}
            </span>{' '}
            <span className={classes.ways}>
              {line.milder.map((way) => (
                <Button
                  key={way.label}
                  size="compact-xs"
                  variant="default"
                  onClick={() => ('edit' in way ? onEdit(way.edit) : onRename(way.renames))}
                >
                  {way.label}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button size="compact-sm" onClick={onSave}>
          Save anyway
        </Button>
        <Button size="compact-sm" variant="default" onClick={onBack}>
          Go back
        </Button>
      </div>
      {shown && <Applicants organizationId={organizationId} line={shown} onClose={() => setShown(null)} />}
    </Notice>
  );
}

/** Their pages open in another tab, because the editor has unsaved changes. */
export function Applicants({
  organizationId,
  line: { before, people, after },
  onClose,
}: {
  organizationId: string;
  line: ImpactLine;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [pages, setPages] = useState(1);
  const shown = people.ids.slice(0, pages * LIMITS.ids);
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      applicantsQuery(organizationId, shown.slice(page * LIMITS.ids, (page + 1) * LIMITS.ids)),
    ),
  });
  const listed = queries.flatMap(({ data = [] }) => data);
  const failed = queries.find(({ error }) => error);
  const further = people.ids.length - shown.length;
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={classes.dialogTitle}>
        {people.count > people.ids.length
          ? `${people.ids.length} of ${grouped(people.count)} applicants`
          : people.words}
      </h2>
      <p dir="auto" className={classes.quiet}>
        {`${before}${people.words}${after}`}
      </p>
      {listed.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls with the keyboard
        <ul className={classes.applicants} tabIndex={0}>
          {listed.map((one) => (
            <li key={one._id}>
              <Link to={pagePath('application', { applicationId: one._id })} target="_blank" dir="auto">
                {nameOf(one)}
              </Link>{' '}
              <span className={classes.quiet}>{one.status}</span>
            </li>
          ))}
        </ul>
      )}
      {failed ? (
        <ErrorState
          order={2}
          title="The applicants could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        queries.some(({ isPending }) => isPending) && (
          <Loading label="Loading the applicants">
            <Bone width="70%" />
            <Bone width="60%" />
          </Loading>
        )
      )}
      <div className={dialogs.buttons}>
        {further > 0 && (
          <Button variant="default" onClick={() => setPages(pages + 1)}>
            Show {Math.min(further, LIMITS.ids)} more
          </Button>
        )}
        <Button variant="default" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
