import { useMutation } from '@tanstack/react-query';
import { type RefObject, use, useEffect, useRef } from 'react';
import type { ProcessBlob, ProcessImpact } from '../../../../../api/contract/processes.ts';
import { type OptionRename, optionsGone } from '../../../../../domain/process/impact.ts';
import { textToSave } from '../../../../../domain/process-editing/saving.ts';
import { isConflict, isNotFound, problemsOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { Deleted } from '../../../shared/editor/deleted.ts';
import { errorsOf } from './errors-notice.tsx';
import { type ImpactLine, impactLines } from './impact-words.ts';
import type { Base } from './session.ts';
import type { useProcessEditor } from './use-process-editor.ts';

export interface Sent {
  /** The editor's text. */
  readonly text: string;
  /** What the call sends: the text with null for what the editor has emptied. */
  readonly json: string;
  readonly version: number | undefined;
  /** Answers that follow the save. */
  readonly renames: readonly OptionRename[];
  /** The token of the impact that was shown. */
  readonly impact?: string | undefined;
  /** Shows the impact without saving, even if it affects no applicant. */
  readonly isPreview?: boolean;
}

/** Weighs what a save would do to applicants in progress, and saves, at once if it affects none of them. */
export function useProcessSaving({
  processId,
  saved,
  process,
  nameOf,
  button,
  save,
  onFault,
  onSaved,
  refresh,
}: {
  processId: string | null;
  saved: Base;
  process: ReturnType<typeof useProcessEditor>;
  /** The name of a payment plan or an assessment. */
  nameOf: (id: string) => string | undefined;
  button: RefObject<HTMLButtonElement | null>;
  save: (sent: Sent) => Promise<ProcessBlob>;
  /** The first place that breaks a rule: nothing was sent. */
  onFault: (field: string) => void;
  onSaved: (stored: ProcessBlob) => void;
  refresh: () => Promise<unknown>;
}) {
  const { history, isDirty } = process;
  const linesOf = (impact: ProcessImpact | null | undefined, { renames }: Sent): readonly ImpactLine[] =>
    impact ? impactLines(impact, { saved: saved.config, edited: process.newest().config, renames, nameOf }) : [];
  /** From a click to the answer: a double click must not save twice. */
  const isSending = useRef(false);
  const weighing = useMutation({
    mutationFn: ({ json, version, renames }: Sent) =>
      processId === null
        ? Promise.resolve(null)
        : call('POST /api/processConfigBlobs/{id}/impact', {
            params: { id: processId },
            body: { json, version: version ?? null, renames: [...renames] },
          }),
    onSuccess(impact, sent) {
      const isAsked = linesOf(impact, sent).length > 0;
      if (!isAsked && sent.isPreview) button.current?.focus();
      if (isAsked || sent.isPreview) isSending.current = false;
      else saving.mutate({ ...sent, impact: impact?.token });
    },
    async onError(error) {
      isSending.current = false;
      if (isConflict(error)) await refresh().catch(() => undefined);
    },
  });
  /** Undefined once the edited text is no longer the one that was weighed. */
  const weighed = weighing.variables?.text === history.text ? weighing.variables : undefined;

  const saving = useMutation({
    mutationFn: save,
    onSuccess(stored, { text }) {
      // A process that has been created stays sent until its own page is shown.
      isSending.current = processId === null;
      weighing.reset();
      process.noteSaved({ version: stored.version, config: JSON.parse(stored.json) }, text);
      if (processId === null) process.draft.forget();
      onSaved(stored);
    },
    async onError(error, sent) {
      const isOtherImpact = isConflict(error) && problemsOf(error).some(({ field }) => field === 'impact');
      isSending.current = isOtherImpact;
      if (!isConflict(error)) return;
      if (isOtherImpact) weighing.mutate({ ...sent, impact: undefined });
      else await refresh().catch(() => undefined);
    },
  });
  const refusal = saving.error ?? weighing.error;
  const isGone = use(Deleted) || isNotFound(refusal);
  // The answer was lost, but the changes arrived, or they were taken back.
  const [resetSaving, resetWeighing] = [saving.reset, weighing.reset];
  const isOutdated = refusal !== null && !isDirty && processId !== null;
  useEffect(() => {
    if (!isOutdated) return;
    resetSaving();
    resetWeighing();
  }, [isOutdated, resetSaving, resetWeighing]);
  const reset = () => {
    saving.reset();
    weighing.reset();
  };

  return {
    send(isPreview = false, chosen: readonly OptionRename[] = []) {
      const { config: newest, text } = process.newest();
      const gone = optionsGone(saved.config, newest);
      const renames = chosen.filter(({ name, from, to }) =>
        gone.some((one) => one.name === name && one.option === from && one.renamedTo === to),
      );
      const [fault] = errorsOf(newest, saved.config);
      if (fault) {
        reset();
        onFault(fault.field);
        return;
      }
      if (isSending.current) return;
      isSending.current = true;
      saving.reset();
      const json = processId === null ? text : textToSave(newest);
      weighing.mutate({ text, json, version: process.baseVersion(), renames, isPreview });
    },
    /** Under the impact that is shown. */
    saveAnyway(sent: Sent) {
      if (isSending.current) return;
      isSending.current = true;
      saving.mutate({ ...sent, impact: weighing.data?.token });
    },
    goBack: weighing.reset,
    reset,
    weighed,
    risks: weighed && !saving.isPending ? linesOf(weighing.data, weighed) : [],
    isBusy: saving.isPending || weighing.isPending,
    /** Answers are being renamed after a save. */
    isRenaming: saving.isSuccess && !isDirty && saving.variables.renames.length > 0,
    refusal,
    isGone,
  };
}
