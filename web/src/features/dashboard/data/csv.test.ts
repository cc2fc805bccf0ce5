import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { toCsv } from './csv.ts';

test('the file has a byte order mark, its columns and one row for each application, each with what is left out', () => {
  const rows = [
    {
      trackingNumber: 10234,
      status: 'NEW',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phoneNumber: '+63 917',
      createdAt: '2026-03-12T12:00:00.000Z',
      assessmentScores: [{ score: 80 }, { score: null }],
      tracking: { source: 'Facebook', medium: 'cpc', campaign: null, term: 'code', content: 'blue' },
    } as ApplicationView,
    { trackingNumber: null, status: 'CANCELLED', createdAt: '2026-03-12T12:00:00.000Z' } as ApplicationView,
  ];
  const csv = toCsv(rows, []);
  expect(csv).toBe(
    '\uFEFFTracking number,Status,First name,Last name,Email,Phone,Initial application date,Scores,Tracking\r\n' +
      '10234,NEW,Ada,Lovelace,ada@example.com,+63 917,2026-03-12,80; -,Facebook / cpc / blue\r\n' +
      'inactive,CANCELLED,,,,,2026-03-12,,\r\n',
  );
  const [head, ...lines] = toCsv(rows, ['One event is left out', 'Another, too']).trimEnd().split('\r\n');
  expect(head).toMatch(/,Tracking,Notes$/);
  for (const line of lines) expect(line).toMatch(/,"One event is left out · Another, too"$/);
});
