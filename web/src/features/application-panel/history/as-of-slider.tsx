import { Button } from '@mantine/core';
import { useId } from 'react';
import { formatMoment, formatStep } from '../../../shared/dates/dates.tsx';
import { type Sentence, spoken } from '../../../shared/history/sentences.ts';
import classes from './history.module.css';

/** A position of the log, and the time of the change that it follows. */
export interface PastStep {
  readonly position: string;
  readonly at: string;
}

interface Step extends PastStep {
  readonly sentence: Sentence;
}

/** One tick for each change, equally spaced for pointer and arrow keys; the right end is now. */
export function AsOfSlider({
  steps,
  past,
  onPast,
}: {
  /** Oldest first. */
  steps: readonly Step[];
  past: PastStep | null;
  onPast: (past: PastStep | null) => void;
}) {
  const id = useId();
  const now = Math.max(0, steps.length - 1);
  const index = past === null ? now : steps.findIndex(({ position }) => position === past.position);
  const told = past === null ? undefined : steps[index];
  const words = past === null ? 'Now' : formatStep(past.at, [steps[index - 1]?.at, steps[index + 1]?.at]);
  if (steps.length < 2) return null;
  return (
    <div className={classes.slider}>
      <div className={classes.sliderHead}>
        <label htmlFor={id}>
          As of <strong>{words}</strong>
        </label>
        {past !== null && (
          <Button size="compact-sm" variant="default" onClick={() => onPast(null)}>
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
        value={index}
        aria-valuetext={told ? `${words}: ${spoken(told.sentence)}` : words}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onPast(valueAsNumber >= now ? null : (steps[valueAsNumber] ?? null))
        }
      />
      <div className={classes.ticks} aria-hidden>
        {steps.map(({ position }, step) => (
          <span key={position} data-is-past={step <= index} />
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{steps[0] ? formatMoment(steps[0].at) : ''}</span>
        <span>Now</span>
      </div>
    </div>
  );
}
