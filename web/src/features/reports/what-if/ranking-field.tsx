import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { APPLICATION_STATUSES } from '../../../../../domain/application/statuses.ts';
import { readRanking } from '../../../../../domain/reports/what-if.ts';
import classes from '../../../shared/reports/figure.module.css';

export function RankingField({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (ranking: string | null) => void;
}) {
  const ranking = (value === undefined ? null : readRanking(value)) ?? APPLICATION_STATUSES;
  const list = useRef<HTMLOListElement>(null);
  const summary = useRef<HTMLElement>(null);
  const moved = useRef<{ readonly to: number; readonly by: 1 | -1 } | null>(null);

  // A moved row loses the focus. At an end only the button of the other direction can take it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows move when the value changes
  useLayoutEffect(() => {
    const { to, by } = moved.current ?? {};
    moved.current = null;
    const row = to === undefined ? null : list.current?.children[to];
    const pressed = row?.querySelector<HTMLElement>(`[data-by="${by}"]:enabled`);
    (pressed ?? row?.querySelector<HTMLElement>('button:enabled'))?.focus();
  }, [value]);

  const move = (index: number, by: 1 | -1) => {
    const status = ranking[index];
    if (!status) return;
    const next = ranking
      .toSpliced(index, 1)
      .toSpliced(index + by, 0, status)
      .join();
    moved.current = { to: index + by, by };
    onChange(next === APPLICATION_STATUSES.join() ? null : next);
  };
  return (
    <details className={classes.rules}>
      <summary ref={summary}>Another ranking of statuses</summary>
      <ol ref={list} className={classes.ranking}>
        {ranking.map((status, index) => (
          <li key={status}>
            <span>{status}</span>
            <button
              type="button"
              className={classes.move}
              data-by={-1}
              aria-label={`Move ${status} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.move}
              data-by={1}
              aria-label={`Move ${status} down`}
              disabled={index === ranking.length - 1}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      {value !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            summary.current?.focus();
            onChange(null);
          }}
        >
          Use the portal’s ranking
        </Button>
      )}
    </details>
  );
}
