import { Button } from '@mantine/core';
import { useId } from 'react';
import { formatMoment } from '../../../shared/dates/dates.tsx';
import { type Sentence, spoken } from '../../../shared/history/sentences.ts';
import classes from './history.module.css';

interface Step {
  readonly at: string;
  readonly sentence: Sentence;
}

const momentsOf = (steps: readonly Step[]): readonly string[] => [...new Set(steps.map(({ at }) => at))].sort();

/** One tick for each moment of a change, equally spaced for pointer and arrow keys; the right end is now. */
export function AsOfSlider({
  steps,
  moment,
  onMoment,
}: {
  steps: readonly Step[];
  moment: string | null;
  onMoment: (moment: string | null) => void;
}) {
  const id = useId();
  const moments = momentsOf(steps);
  const now = Math.max(0, moments.length - 1);
  const position = moment === null ? now : moments.indexOf(moment);
  const told = moment === null ? undefined : steps.findLast(({ at }) => at === moment);
  const words = moment === null ? 'Now' : formatMoment(moment);
  if (moments.length < 2) return null;
  return (
    <div className={classes.slider}>
      <div className={classes.sliderHead}>
        <label htmlFor={id}>
          As of <strong>{words}</strong>
        </label>
        {moment !== null && (
          <Button size="compact-sm" variant="default" onClick={() => onMoment(null)}>
            Back to now
          </Button>
        )}
      </div>
      <input
        id={id}
        type="range"
        className={classes.range}
        min={0}
        max={now}
        step={1}
        value={position}
        aria-valuetext={told ? `${words}: ${spoken(told.sentence)}` : words}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onMoment(valueAsNumber >= now ? null : (moments[valueAsNumber] ?? null))
        }
      />
      <div className={classes.ticks} aria-hidden>
        {moments.map((at, index) => (
          <span key={at} data-is-past={index <= position} />
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{formatMoment(moments[0] ?? '')}</span>
        <span>Now</span>
      </div>
    </div>
  );
}
