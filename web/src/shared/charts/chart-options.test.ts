import { expect, test } from 'vitest';
import { namedBars } from './chart-options.ts';

test('each bar has the name of its course, cut where it would leave no room', () => {
  const names = ['Java, spring', 'Full-Stack web development, evenings and weekends'];
  const series = names.map((name) => ({ key: name, name, colour: 'red', counts: [88] }));
  const { options } = namedBars({ titles: ['Applications'], series, tooltipClass: '' }, 'narrow');
  expect(options.xaxis?.categories).toEqual(['Java, spring', 'Full-Stack web deve…']);
  expect(options.xaxis?.max, 'leaves room for the number').toBeGreaterThan(90);
});
