import { expect, test } from 'vitest';
import { inForecastOrder, leftOutOf, withinRoom } from './weighed-courses.ts';

const course = (name: string, status: 'Draft' | 'Open' | 'Complete', openedAt: string | null, applications = 10) => ({
  name,
  status,
  openedAt,
  applications,
});

test('Open courses come before newer past ones, and one without room does not keep out the others', () => {
  const ordered = inForecastOrder([
    course('old', 'Complete', '2025-01-01', 60),
    course('newest', 'Open', '2026-09-01', 101),
    course('draft', 'Draft', null),
    course('recent', 'Complete', '2026-06-01', 40),
    course('open', 'Open', '2026-03-01', 50),
  ]);
  expect(ordered.map(({ name }) => name)).toEqual(['newest', 'open', 'recent', 'old']);
  expect(withinRoom(ordered, 100).map(({ name }) => name)).toEqual(['open', 'recent']);
});

test('the sentence says which courses are left out', () => {
  expect(leftOutOf([])).toBeNull();
  const left = leftOutOf([course('June', 'Open', '2026-06-01'), course('old', 'Complete', '2025-01-01')]);
  expect(left).toMatchObject({ open: 1, past: 1 });
  expect(left?.sentence).toContain('Left out: 1 Open course (“June”) and 1 past course.');
});
