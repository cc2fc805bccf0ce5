import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type CustomFilterDisplayProps, useGridFilterDisplay } from 'ag-grid-react';
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef } from 'react';
import { APPLICATION_STATUSES } from '../../../../domain/application/statuses.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import classes from './column-filters.module.css';
import { type ColumnFilter, columnFilter } from './data/column-filters.ts';

type Props = CustomFilterDisplayProps<unknown, unknown, ColumnFilter>;

/**
 * Nothing is filtered before the filter closes, because the first ticked status could leave no row, and the table would close with
 * its filter. Escape discards the draft.
 */
function useDraft({ state, onStateChange, onAction }: Props, first: RefObject<HTMLElement | null>) {
  const focusFirst = useCallback(() => first.current?.focus(), [first]);
  useGridFilterDisplay(useMemo(() => ({ afterGuiAttached: focusFirst }), [focusFirst]));
  return {
    draft: state.model,
    write: (model: ColumnFilter | null) => onStateChange({ model }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') onAction('apply', undefined, event.nativeEvent);
      if (event.key === 'Escape') onAction('cancel', undefined, event.nativeEvent);
    },
  };
}

export function StatusFilter(props: Props) {
  const first = useRef<HTMLInputElement>(null);
  const { draft, write, onKeyDown } = useDraft(props, first);
  const chosen = new Set(draft?.type === 'oneOf' ? draft.filter?.split(',') : []);
  const toggle = (status: string) => {
    const next = APPLICATION_STATUSES.filter((one) => chosen.has(one) !== (one === status));
    write(next.length > 0 ? columnFilter('oneOf', next.join(',')) : null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field applies, Escape discards
    <div className={classes.form} onKeyDown={onKeyDown}>
      <fieldset className={classes.statuses} aria-label="Statuses">
        <div className={classes.scroller}>
          {APPLICATION_STATUSES.map((status, at) => (
            <Checkbox
              key={status}
              ref={at === 0 ? first : undefined}
              size="xs"
              classNames={{ body: classes.check }}
              label={<StatusChip status={status} />}
              checked={chosen.has(status)}
              onChange={() => toggle(status)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

const KINDS = [
  { value: 'between', label: 'Between two dates' },
  { value: 'notBlank', label: 'Not blank' },
  { value: 'blank', label: 'Blank' },
] as const;

export function DaysFilter(props: Props) {
  const first = useRef<HTMLSelectElement>(null);
  const { draft, write, onKeyDown } = useDraft(props, first);
  const kind = KINDS.find(({ value }) => value === draft?.type)?.value ?? 'between';
  const [from = '', to = ''] = draft?.type === 'between' ? (draft.filter ?? '').split(',') : [];
  const between = (start: string, end: string) =>
    write(start === '' && end === '' ? null : columnFilter('between', `${start},${end}`));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field applies, Escape discards
    <div className={classes.form} onKeyDown={onKeyDown}>
      <NativeSelect
        ref={first}
        size="xs"
        aria-label="Dates"
        value={kind}
        data={KINDS}
        onChange={({ currentTarget: { value } }) =>
          write(value === 'blank' || value === 'notBlank' ? columnFilter(value) : null)
        }
      />
      {kind === 'between' && (
        <>
          <TextInput
            size="xs"
            type="date"
            label="From"
            value={from}
            onChange={({ currentTarget: { value } }) => between(value, to)}
          />
          <TextInput
            size="xs"
            type="date"
            label="To (inclusive)"
            value={to}
            onChange={({ currentTarget: { value } }) => between(from, value)}
          />
        </>
      )}
    </div>
  );
}

export function AgeFilter(props: Props) {
  const first = useRef<HTMLInputElement>(null);
  const { draft, write, onKeyDown } = useDraft(props, first);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field applies, Escape discards
    <div className={classes.form} onKeyDown={onKeyDown}>
      <TextInput
        ref={first}
        size="xs"
        inputMode="numeric"
        maxLength={4}
        label="In its status for more than"
        rightSection={<span className={classes.unit}>days</span>}
        rightSectionWidth="3rem"
        value={draft?.type === 'moreThan' ? (draft.filter ?? '') : ''}
        onChange={({ currentTarget: { value } }) => {
          const days = value.replace(/\D/g, '');
          write(days === '' ? null : columnFilter('moreThan', days));
        }}
      />
    </div>
  );
}
