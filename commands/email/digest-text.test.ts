import { expect, test } from 'vitest';
import { type DigestItem, digestText, type SchoolDay } from './digest-text.ts';
import { renderTemplate } from './render-template.ts';

const NOTHING = { items: [], count: 0 };
const VALUES = { firstName: 'there', lastName: '', email: 'ada@example.org', orgName: 'Intake', applicationLink: '' };

const item = (program: string, note: string | null = null): DigestItem => ({
  ...{ program, note },
  trackingNumber: 12,
  link: 'https://intake.example/application/a1',
});

const rendered = (...schools: readonly Partial<SchoolDay>[]) =>
  renderTemplate(
    {
      name: '',
      ...digestText({
        day: '2026-11-28',
        timeZone: 'America/New_York',
        schools: schools.map((school) => ({
          ...{ name: 'Bagwis', dashboard: 'https://intake.example/admin/dashboard' },
          ...{ interviews: NOTHING, overdue: NOTHING, arrived: NOTHING },
          ...school,
        })),
        unsubscribe: 'https://intake.example/unsubscribe/digest/k',
        account: 'https://intake.example/account',
      }),
    },
    VALUES,
  );

test('a digest names the day, and of each school what there is, with a link to each', () => {
  const { subject, text } = rendered({
    interviews: { items: [item('Web', '09:30')], count: 1 },
    overdue: { items: [item('Data', 'follow-up due 27 Nov')], count: 14 },
  });
  expect(subject).toBe('Your digest for Saturday, 28 Nov');
  expect(text).toContain('Interviews today: 1');
  expect(text).toContain('- Web #12 (09:30):\n  https://intake.example/application/a1');
  expect(text).toContain('- Data #12 (follow-up due 27 Nov):\n');
  expect(text).toContain('and 13 more');
  expect(text).not.toContain('New applications');
  expect(text).toContain('America/New_York');
  expect(text).toContain('https://intake.example/unsubscribe/digest/k');
});

test('names that a school typed become no markdown, placeholder or link', () => {
  const { html, text } = rendered({
    name: '# Log in at [our site](https://evil.example) {{email}} <b>now</b>',
    arrived: { items: [item('**Bold** www.evil.example `x` \n\n# y')], count: 1 },
  });
  expect(html).not.toMatch(/href="[^"]*evil/);
  expect(html).not.toContain('ada@example.org');
  expect(html).not.toMatch(/<b>|<code>|<strong>Bold|<h1>/);
  expect(text).toContain('**Bold** www');
});

test('many schools with many names are still formatted, and the rest is counted', () => {
  const items = Array.from({ length: 10 }, (_, index) => item(`A_*[program]*_ ${index}`, '10:00'));
  const list = { items, count: 4000 };
  const schools = Array.from({ length: 25 }, () => ({ interviews: list, overdue: list, arrived: list }));
  const { html, text } = rendered(...schools);
  expect(html).toContain('<h2>Bagwis</h2>');
  expect(text).toContain('And 15 more schools.');
  expect(text).toContain('and 3,990 more');
});
