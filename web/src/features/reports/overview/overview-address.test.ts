import { expect, test } from 'vitest';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { readOverview } from './overview-address.ts';
import { overviewAddressAt, problemIn } from './queries.ts';

const { bothDates, datesInOrder, rangeTooLong, yearUnknown } = TEXTS.reports;
const unknown = yearUnknown('1 Jan 1970', '31 Dec 2199');

test.each([
  ['abc', '2026-11-26', bothDates],
  ['2026-11-26', 'abc', bothDates],
  ['2026-02-30', '2026-11-26', bothDates],
  ['2026-11-27', '2026-11-26', datesInOrder],
  ['1969-12-31', '2026-11-26', unknown],
  ['2026-11-26', '2200-01-01', unknown],
  ['2026-11-26', '12026-01-01', unknown],
  ['2000-01-01', '2026-11-26', rangeTooLong(20)],
])('from %s to %s the page says what is wrong and asks nothing of the server', (from, to, message) => {
  const search = new URLSearchParams({ period: 'custom', from, to });
  expect(problemIn(readOverview(search))?.message).toBe(message);
  expect(overviewAddressAt(search)).toBeNull();
});

test('asks for the days of a custom period only', () => {
  const search = new URLSearchParams({ period: 'custom', from: '2026-11-01', to: '2026-11-26' });
  expect(overviewAddressAt(search)).toContain('from=2026-11-01&to=2026-11-26');
  expect(overviewAddressAt(new URLSearchParams({ from: 'abc' }))).not.toContain('from');
});
