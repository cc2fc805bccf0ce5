import { Link } from 'react-router';
import { grouped, percentOf } from '../../../../domain/text/counted.ts';
import classes from './charts.module.css';

export interface Entry {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly count: number;
  readonly to?: string;
}

export function PartList({ parts, label, total }: { parts: readonly Entry[]; label: string; total?: number }) {
  return (
    <ul className={classes.parts} aria-label={label}>
      {parts.map(({ key, name, colour, count, to }) => (
        <li key={key}>
          <i className={classes.swatch} style={{ background: colour }} aria-hidden />
          <span className={classes.partName} dir="auto">
            {name}
          </span>
          <span className={classes.partCount}>
            {to === undefined || count === 0 ? grouped(count) : <Link to={to}>{grouped(count)}</Link>}
            {total !== undefined && <small>{percentOf(count, total)}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
