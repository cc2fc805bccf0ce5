import { Button, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { can } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf, problemsOf } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import { useAddressChange } from '../browser/use-address-change.ts';
import { formatStep } from '../dates/dates.tsx';
import { useActor } from '../session/session.ts';
import { Notice } from '../ui/notice.tsx';
import text from '../ui/text-button.module.css';
import classes from './as-of.module.css';
import { AS_OF } from './as-of-address.ts';
import { asOfQuery } from './as-of-query.ts';
import { useAsOf } from './use-as-of.ts';

/** Shows a page as of a moment: the control to choose one, and while it is chosen what is shown and the ways on and out. */
export function AsOfBar({
  organizationId,
  what,
  documentId,
}: {
  organizationId: string;
  what: string;
  /** Steps go from change to change of this document only. */
  documentId?: string;
}) {
  const [params, change] = useAddressChange();
  const mayRead = can(useActor(), 'history.read', { organizationId });
  const position = useAsOf(organizationId);
  const show = (next: string | null) => change(AS_OF, () => next, true);
  const isAsked = params.has(AS_OF);
  if (!mayRead) {
    return isAsked ? (
      <Notice meaning="problem" role="alert">
        {TEXTS.reportPages.pastRefused}
      </Notice>
    ) : null;
  }
  return position === null ? (
    <>
      {isAsked && (
        <Notice meaning="problem" role="alert">
          {TEXTS.reportPages.momentDamaged}
        </Notice>
      )}
      <Chooser organizationId={organizationId} what={what} onPosition={show} />
    </>
  ) : (
    <Past organizationId={organizationId} what={what} documentId={documentId} position={position} onPosition={show} />
  );
}

interface Showing {
  readonly organizationId: string;
  readonly what: string;
  readonly onPosition: (position: string | null) => void;
}

function Chooser(props: Showing) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.chooser}>
      <button
        type="button"
        className={text.textButton}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconHistory size={16} aria-hidden />
        As of a past date
      </button>
      {isOpen && (
        <div id={id}>
          <MomentForm {...props} />
        </div>
      )}
    </div>
  );
}

function MomentForm({ organizationId, what, onPosition }: Showing) {
  const [chosen, setChosen] = useState('');
  const at = new Date(chosen);
  const isMoment = chosen !== '' && !Number.isNaN(at.getTime());
  const find = useMutation({
    mutationFn: () => call('GET /api/asOf', { query: { organizationId, at: at.toISOString() } }),
    onSuccess: ({ position }) => onPosition(position),
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isMoment) find.mutate();
      }}
    >
      <TextInput
        type="datetime-local"
        size="sm"
        label="Date and time"
        max="9999-12-31T23:59"
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Button type="submit" size="sm" variant="default" disabled={!isMoment} loading={find.isPending}>
        Show {what}
      </Button>
      {find.isError && (
        <Notice meaning="problem" role="alert">
          {messageOf(find.error)}
        </Notice>
      )}
    </form>
  );
}

function Past({
  organizationId,
  what,
  documentId,
  position,
  onPosition,
}: Showing & { documentId: string | undefined; position: string }) {
  const { data, error, refetch } = useQuery(asOfQuery(organizationId, position, documentId));
  const moment = data ? `on ${formatStep(data.at, [data.previous?.at, data.next?.at])}` : 'as of a past date';
  // Asked again, such a link is still wrong.
  const isUnknown = problemsOf(error).some(({ field }) => field === 'at');
  return (
    <section className={classes.past} aria-label="As of a past date">
      <p role="status">
        <strong>
          {capital(what)} {moment}
        </strong>
        . You can read everything, but not change it.
      </p>
      {error && !data && (
        <Notice meaning="problem" role="alert">
          {messageOf(error)}{' '}
          {!isUnknown && (
            <button type="button" className={text.textButton} onClick={() => void refetch()}>
              Try again
            </button>
          )}
        </Notice>
      )}
      <div className={classes.ways}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={!data?.previous}
          onClick={() => onPosition(data?.previous?.position ?? null)}
        >
          Previous change
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={!data?.next}
          onClick={() => onPosition(data?.next?.position ?? null)}
        >
          Next change
        </Button>
        <Button
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => onPosition(null)}
        >
          Back to now
        </Button>
      </div>
      <MomentForm organizationId={organizationId} what={what} onPosition={onPosition} />
    </section>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
