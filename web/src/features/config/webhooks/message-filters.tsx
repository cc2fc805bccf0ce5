import { Button, NativeSelect } from '@mantine/core';
import { MESSAGE_STATES } from '../../../../../domain/webhook/delivery.ts';
import { ERASURE_TYPE, PUBLIC_EVENT_TYPES } from '../../../../../domain/webhook/event-types.ts';
import { MomentInput } from '../../../shared/dates/moment-input.tsx';
import { STATES } from './message-words.ts';
import type { MessageFilter } from './queries.ts';
import classes from './webhooks.module.css';

/** By state, event type, time of the event and application; the button of a message chooses its application. */
export function MessageFilters({
  eventTypes,
  filter,
  onFilter,
}: {
  eventTypes: readonly string[];
  filter: MessageFilter;
  onFilter: (filter: MessageFilter) => void;
}) {
  const { state, type, applicationId, from, to } = filter;
  const change = (changes: { readonly [Name in keyof MessageFilter]: MessageFilter[Name] | undefined }) => {
    const members = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined);
    onFilter(Object.fromEntries(members));
  };
  const types = PUBLIC_EVENT_TYPES.filter((one) => one === type || eventTypes.includes(one) || one === ERASURE_TYPE);
  return (
    <div className={classes.form}>
      <div className={classes.row}>
        <NativeSelect
          size="sm"
          label="Messages"
          value={state ?? ''}
          data={[{ value: '', label: 'All' }, ...MESSAGE_STATES.map((value) => ({ value, label: STATES[value] }))]}
          onChange={({ currentTarget: { value } }) => change({ state: MESSAGE_STATES.find((one) => one === value) })}
        />
        <NativeSelect
          size="sm"
          label="Event"
          value={type ?? ''}
          data={[{ value: '', label: 'All' }, ...types.map((value) => ({ value, label: value }))]}
          onChange={({ currentTarget: { value } }) => change({ type: PUBLIC_EVENT_TYPES.find((one) => one === value) })}
        />
        <MomentInput label="Happened from" at={from ?? ''} onMoment={(at) => change({ from: at || undefined })} />
        <MomentInput label="Happened up to" at={to ?? ''} onMoment={(at) => change({ to: at || undefined })} />
      </div>
      {applicationId !== undefined && (
        <Button
          size="sm"
          variant="default"
          className={classes.button}
          onClick={() => change({ applicationId: undefined })}
        >
          Show all applications
        </Button>
      )}
    </div>
  );
}
