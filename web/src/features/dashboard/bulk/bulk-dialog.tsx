import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Bulk, BulkPreview as Preview } from '../../../../../api/contract/bulk.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { useRetryKey } from '../../../shared/api/use-retry-key.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import { AssigneeField, StatusField, TemplateField } from './action-field.tsx';
import classes from './bulk.module.css';
import { BulkPreview, PreviewSkeleton } from './bulk-preview.tsx';
import { applications as inWords } from './bulk-words.ts';
import { noteBulk, type WantedAction } from './queries.ts';

export type BulkKind = WantedAction['kind'];

const TITLES: Readonly<Record<BulkKind, (count: number) => string>> = {
  status: (count) => `Set the status of ${inWords(count)}`,
  assign: (count) => `Assign ${inWords(count)}`,
  template: (count) => `Send an email to ${inWords(count)}`,
};

const RUN: Readonly<Record<BulkKind, string>> = { status: 'Change', assign: 'Assign', template: 'Send to' };
const runLabel = ({ action, changed }: Preview): string =>
  `${action.kind === 'assign' && action.userId === null ? 'Unassign' : RUN[action.kind]} ${inWords(changed)}`;

export function BulkDialog({
  kind,
  applications,
  hidden,
  templateId,
  onStarted,
  onClose,
}: {
  kind: BulkKind;
  applications: readonly ApplicationView[];
  hidden: number;
  /** Of an email that is already chosen. */
  templateId?: string;
  onStarted: (bulk: Bulk) => void;
  onClose: () => void;
}) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // State of the first render: other people may change the list, and the server reports what happened to each application.
  const [chosen] = useState(applications);
  const [{ value, action }, choose] = useState<{ value: string; action: WantedAction | null }>({
    value: templateId ?? '',
    action: templateId === undefined ? null : { kind: 'template', templateId },
  });
  const { data: preview, error, isFetching, refetch } = usePreview(titleId, chosen, action);
  const starting = useStart(chosen, (bulk) => {
    dialog.current?.close();
    onStarted(bulk);
  });
  useEffect(() => dialog.current?.showModal(), []);
  const field = {
    value,
    onChoose: (next: string, wanted: WantedAction | null) => choose({ value: next, action: wanted }),
  };
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (action && preview && preview.changed > 0) starting.mutate(action);
        }}
      >
        <h2 id={titleId}>{TITLES[kind](chosen.length)}</h2>
        {hidden > 0 && (
          <p className={classes.aside}>{counted(hidden, 'of them is', 'of them are')} not shown at the moment.</p>
        )}
        {kind === 'status' && <StatusField {...field} />}
        {kind === 'assign' && <AssigneeField {...field} />}
        {kind === 'template' && <TemplateField {...field} organizationId={chosen[0]?.organizationId ?? ''} />}
        <div className={classes.preview} aria-live="polite">
          {action && !preview && !error && <PreviewSkeleton />}
          {action && preview && <BulkPreview preview={preview} applications={chosen} />}
          {error && !isFetching && (
            <>
              <Problem error={error} />
              <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          )}
        </div>
        <Problem error={starting.error} />
        <div className={classes.dialogButtons}>
          {action && preview && preview.changed > 0 && (
            <Button type="submit" size="sm" loading={starting.isPending}>
              {runLabel(preview)}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  );
}

const idsOf = (applications: readonly ApplicationView[]): string[] => applications.map(({ _id }) => _id);

/** The preview is fetched for each choice and dropped with the dialog, because it is soon out of date. */
function usePreview(dialogId: string, applications: readonly ApplicationView[], action: WantedAction | null) {
  return useQuery({
    queryKey: [...keyOf('/api/applications'), 'bulkPreview', dialogId, action],
    queryFn: ({ signal }) =>
      action
        ? call('POST /api/applications/bulk/preview', { body: { applicationIds: idsOf(applications), action }, signal })
        : null,
    enabled: action !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

function useStart(applications: readonly ApplicationView[], onStarted: (bulk: Bulk) => void) {
  const client = useQueryClient();
  const retryKeyOf = useRetryKey();
  return useMutation({
    mutationFn: (action: WantedAction) => {
      const body = { applicationIds: idsOf(applications), action };
      return call('POST /api/applications/bulk', { body, idempotencyKey: retryKeyOf(action) });
    },
    onSuccess: (bulk) => {
      noteBulk(client, bulk);
      onStarted(bulk);
    },
  });
}
