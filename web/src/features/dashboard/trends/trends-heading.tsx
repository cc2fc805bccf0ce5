import { IconBarrierBlock } from '@tabler/icons-react';
import classes from './trends.module.css';

export function TrendsHeading({ id }: { id?: string }) {
  return (
    <h2 id={id} className={classes.title}>
      Trends
      <span className={classes.badge}>
        <IconBarrierBlock size={14} aria-hidden /> Work in progress
      </span>
    </h2>
  );
}
