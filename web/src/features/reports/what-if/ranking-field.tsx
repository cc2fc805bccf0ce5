import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
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
  const move = (index: number, by: 1 | -1) => {
    const status = ranking[index];
    if (!status) return;
    const next = ranking
      .toSpliced(index, 1)
      .toSpliced(index + by, 0, status)
      .join();
    onChange(next === APPLICATION_STATUSES.join() ? null : next);
  };
  return (
    <details className={classes.rules}>
      <summary>Another ranking of statuses</summary>
      <ol className={classes.ranking}>
        {ranking.map((status, index) => (
          <li key={status}>
            <span>{status}</span>
            <button
              type="button"
              className={classes.move}
              aria-label={`Move ${status} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.move}
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
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
          Use the portal’s ranking
        </Button>
      )}
    </details>
  );
}
