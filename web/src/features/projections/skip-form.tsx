import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { SKIP_REASON_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { call } from '../../shared/api/calls.ts';
import { useFocusKept } from '../../shared/browser/use-focus-kept.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './projections.module.css';
import { projectionsQuery } from './queries.ts';

export interface FaultShown {
  readonly eventId: string;
  readonly eventType: string;
  readonly position: string;
}

/** Asks for the reason before an event is left out. `heading` gets the focus when the fault is gone. */
export function SkipForm({
  name,
  fault,
  heading,
}: {
  name: string;
  fault: FaultShown;
  heading: RefObject<HTMLElement | null>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const skip = useMutation({
    mutationFn: () =>
      call('POST /api/projections/{name}/skips', {
        params: { name },
        body: { eventId: fault.eventId, position: fault.position, reason: reason.trim() },
      }),
    onSuccess: async () => {
      setOpen(false);
      await client.invalidateQueries({ queryKey: projectionsQuery().queryKey });
    },
  });
  useLayoutEffect(
    () => () => {
      const hasFocus = [opener, form].some(({ current }) => current?.contains(document.activeElement));
      if (hasFocus) heading.current?.focus({ preventScroll: true });
    },
    [heading],
  );
  useFocusKept(isOpen, opener);
  if (!isOpen) {
    return (
      <Button ref={opener} size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Skip this event…
      </Button>
    );
  }
  return (
    <form
      ref={form}
      noValidate
      className={classes.skip}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') setMissing(true);
        else skip.mutate();
      }}
    >
      <Textarea
        label={TEXTS.projectionPages.whySkipped}
        description={TEXTS.projectionPages.skipHelp}
        value={reason}
        maxLength={SKIP_REASON_LIMIT}
        autosize
        minRows={2}
        autoFocus
        error={isMissing ? TEXTS.readModels.reasonMissing : undefined}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setMissing(false);
        }}
      />
      <Problem error={skip.error} />
      <div className={classes.buttons}>
        <Button type="submit" loading={skip.isPending}>
          Skip {fault.eventType}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
