import { grouped } from '../../../../../domain/text/counted.ts';
import type { Share } from './shares.ts';
import { percentOf } from './shares.ts';
import classes from './trends.module.css';

export interface Entry {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly count: number;
}

export function PartList({ parts, label, total }: { parts: readonly Entry[]; label: string; total?: number }) {
  return (
    <ul className={classes.parts} aria-label={label}>
      {parts.map(({ key, name, colour, count }) => (
        <li key={key}>
          <i className={classes.swatch} style={{ background: colour }} aria-hidden />
          <span className={classes.partName} dir="auto">
            {name}
          </span>
          <span className={classes.partCount}>
            {grouped(count)}
            {total !== undefined && <small>{percentOf(count, total)}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

export const totalOf = (shares: readonly Share[]): number => shares.reduce((total, { count }) => total + count, 0);
