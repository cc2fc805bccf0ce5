import { expect, test } from 'vitest';
import { formatMoment, formatStep } from './dates.tsx';

const AT = '2026-03-12T06:03:07Z';

test('a step of a history has seconds only if a neighbour has the same minute', () => {
  expect(formatStep(AT, [undefined, '2026-03-12T06:04:01Z'])).toBe(formatMoment(AT));
  const steps = [AT, '2026-03-12T06:03:41Z'].map((at, index, all) => formatStep(at, [all[index - 1], all[index + 1]]));
  expect(steps[0]).toMatch(/:03:07 /);
  expect(steps[1]).toMatch(/:03:41 /);
});
