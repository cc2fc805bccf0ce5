import { VisuallyHidden } from '@mantine/core';
import { IconAlarm, IconClock } from '@tabler/icons-react';
import classes from './assessment.module.css';
import { announced, clockWords, useSecondsLeft } from './time-left.ts';

const SHORT_SECONDS = 60;
export function Countdown({ startedAt, dueAt }: { startedAt: string; dueAt: string }) {
  const atMost = Math.ceil((Date.parse(dueAt) - Date.parse(startedAt)) / 1000);
  const seconds = Math.min(atMost, useSecondsLeft(dueAt) ?? 0);
  const isShort = seconds <= SHORT_SECONDS;
  const Icon = isShort ? IconAlarm : IconClock;
  return (
    <>
      <span className={isShort ? `${classes.time} ${classes.short}` : classes.time} role="timer">
        <Icon size={18} stroke={1.75} aria-hidden />
        {seconds > 0 ? `${clockWords(seconds)} left` : 'Time is up'}
      </span>
      <VisuallyHidden role="status">{announced(seconds, atMost)}</VisuallyHidden>
    </>
  );
}
