import { expect, test } from 'vitest';
import { namedBars, stackedBars } from './chart-options.ts';

test('each bar has the name of its course, cut where it would leave no room', () => {
  const names = ['Java, spring', 'Full-Stack web development, evenings and weekends'];
  const series = names.map((name) => ({ key: name, name, colour: 'red', counts: [88] }));
  const { options } = namedBars({ titles: ['Applications'], series, tooltipClass: '' }, 'narrow');
  expect(options.xaxis?.categories).toEqual(['Java, spring', 'Full-Stack web deve…']);
  expect(options.xaxis?.max, 'leaves room for the number').toBeGreaterThan(90);
});

test('stacked bars of many parts have no lines between them, which would hide thin parts', () => {
  const strokeOf = (weeks: number) => {
    const labels = Array.from({ length: weeks }, (_, week) => `W${week}`);
    const series = Array.from({ length: 15 }, (_, n) => ({
      key: `${n}`,
      name: `Course ${n}`,
      colour: 'red',
      counts: labels.map(() => 1),
    }));
    return stackedBars({ labels, titles: labels, series, tooltipClass: '' }).options.stroke?.width;
  };
  expect([strokeOf(4), strokeOf(53)]).toEqual([1, 0]);
});
