import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { threadTimeOf } from '../../test/support/thread-time.ts';
import { type EmailAction, type EmailValues, renderTemplate } from './render-template.ts';

const values: EmailValues = {
  firstName: 'Ana',
  lastName: 'Cruz',
  email: 'ana@example.com',
  orgName: 'Baybayin Code',
  applicationLink: 'https://baybayin.example/application/1',
};
const link = 'https://baybayin.example/verifyEmail?token=a-b_c&x=1';
const action: EmailAction = { ...BUILT_IN_TEMPLATES.passwordReset.action, link };
const ESCAPED_LINK = 'https://baybayin.example/verifyEmail?token=a-b_c&#38;x=1';
const render = (body: string, given: Partial<EmailValues> = {}, subject = 'Hi') =>
  renderTemplate({ name: 'Test', subject, body }, { ...values, ...given });
const renderWithAction = (body: string, given: Partial<EmailValues> = {}) =>
  renderTemplate({ name: 'Test', subject: 'Hi', body }, { ...values, ...given }, { action });

test('the built-in texts carry their links in both parts', () => {
  for (const template of Object.values(BUILT_IN_TEMPLATES)) {
    const { subject, text, html } = renderTemplate(
      template,
      values,
      template.action ? { action: { ...template.action, link } } : {},
    );
    expect(subject).not.toContain('{{');
    expect(text).not.toContain('](');
    expect(html + text).not.toContain('{{');
    if (template.action) {
      expect(text.endsWith(`${template.action.note}\n\n${template.action.label}:\n${link}`)).toBe(true);
      expect(html.split(ESCAPED_LINK)).toHaveLength(4);
    } else expect(text).toContain(values.applicationLink);
  }
});

test('typed text becomes neither HTML nor markdown', () => {
  const firstName = '<img src=x onerror=alert(1)> [click](https://evil.example) **bold**';
  const { html, text } = render('Hi {{firstName}}, <script>alert(2)</script>', { firstName });
  expect(html).not.toMatch(/<img|<script|<strong|href/);
  expect(html).toContain('[click](https:\u200C//evil\u200C.example) **bold**');
  expect(text).toContain(firstName.replace('://evil.', ':\u200C//evil\u200C.'));
});

test('a subject is one line', () => {
  expect(render('', { firstName: 'Ana\r\nBcc: all@example.com' }, 'For {{firstName}}').subject).toBe(
    'For Ana Bcc: all\u200C@example\u200C.com',
  );
});

test('links lead to web and mail addresses only, and values in them are encoded', () => {
  const { html } = render(
    '[a](javascript:alert(1)) [b](https://x.example/?n={{firstName}}) ![p](https://x.example/p.png)',
    {
      firstName: 'A&B"c',
    },
  );
  expect(html).not.toContain('javascript:');
  expect(html).not.toContain('<img');
  expect(html).toContain('href="https://x.example/?n=A%26B%22c"');
  const broken = render('[a](https://x.example/?n={{firstName}}) \ud800', { firstName: 'A\udfff' });
  expect(broken.html).toContain('href="https://x.example/?n=A%EF%BF%BD"');
});

test('a value stays on its line and cannot change the text direction', () => {
  const firstName = 'Ana,\r\n\r\nYour password expires\u2028today \u202egro.live';
  const { text, html } = render('Hi {{firstName}}!', { firstName });
  expect(text).toBe('Hi Ana, Your password expires today gro\u200C.live!');
  expect(html).toContain('Hi Ana, Your password expires today gro\u200C.live!');
});

test('the text part is plain text with each address on its own line', () => {
  const { text } = render(
    '# Hi {{firstName}}\n\nSoon:\n\n- **one**\n- _two_\n\n[See it]({{applicationLink}})\n\n1. a_b\n\n| day | hour |\n|---|---|\n| Monday | 9 |',
  );
  expect(text).toContain('Hi Ana\n');
  expect(text).toContain('- one\n- two');
  expect(text).toContain('See it:\nhttps://baybayin.example/application/1');
  expect(text).toContain('1. a_b');
  expect(text).toMatch(/Monday +9/);
  expect(render('{{applicationLink}}').text).toBe(values.applicationLink);
});

/** What a mail program would make a link. */
const LOOKS_LIKE_LINK = /https?:\/\/\S|www\.|[\p{L}\p{N}][.\u3002\uFF0E]\p{L}{2}|[\p{L}\p{N}]@/gu;

test.each([
  'https://evil.example/',
  'www.evil.example',
  'evil.example/reset',
  'eve@evil.example',
  'evil\uFF0Eexample',
  'evil\u3002example',
  'http://198.51.100.7/',
])('a person or school called %s becomes no link, in either part or the subject', (name) => {
  const given = { firstName: name, lastName: name, orgName: name };
  const mail = renderTemplate(
    { name: 'Test', subject: '{{firstName}} {{orgName}}', body: 'Hi {{firstName}} {{lastName}}, {{orgName}} here' },
    { ...values, ...given },
  );
  for (const part of [mail.subject, mail.text]) expect(part.match(LOOKS_LIKE_LINK) ?? [], part).toEqual([]);
  expect(mail.html).not.toContain('<a ');
});

test('ordinary names are unchanged, and a name as long as a message is cut', () => {
  for (const firstName of ['Ana María', 'J. R. Cruz', 'O’Neill-Smith', 'Zoë', 'ნინო']) {
    expect(render('Hi {{firstName}}', { firstName }).text).toBe(`Hi ${firstName}`);
  }
  expect(render('Hi {{firstName}}!', { firstName: 'Ana '.repeat(200) }).text.length).toBeLessThan(110);
});

test("in an email with the portal's link a school's words contain no links, and show the address instead", () => {
  const { html, text } = renderWithAction(
    '[Set a new password](https://evil.example/?x) <https://evil.example> www.evil.example [own]({{applicationLink}}) ![p](https://evil.example/p.png)',
  );
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual([values.applicationLink, ESCAPED_LINK, ESCAPED_LINK]);
  expect(html).not.toContain('<img');
  expect(text).toContain('Set a new password (https://evil.example/?x)');
  expect(text).not.toContain('(https://evil.example)');
});

test("the portal's block is always the same and below the school's words, in its own element", () => {
  const block = (body: string) => {
    const { html, text } = renderWithAction(body);
    return [html.slice(html.lastIndexOf('<div style="margin-top')), text.slice(text.indexOf('_'.repeat(40)))];
  };
  const expected = block('Hi');
  for (const body of [
    'https://evil.example/?u_{{actionLink}}',
    '[a](https://evil.example/?{{actionLink}})',
    '`{{actionLink}}`',
    '```\n{{actionLink}}',
    '<a href="https://evil.example/?',
    '<div><!--',
    '| a |\n|---|\n| ',
    '> - 1. **',
  ]) {
    expect(block(body), body).toEqual(expected);
    const { html } = renderWithAction(body);
    expect(html.split(ESCAPED_LINK), body).toHaveLength(4);
    const before = html.slice(html.indexOf('<div>'), html.lastIndexOf('<div style="margin-top'));
    expect(before.match(/<div/g)?.length, body).toBe(before.match(/<\/div>/g)?.length);
  }
});

test.each([
  ...['>', '> >', '>- ', '1. ', '- ', '-\n', '+ ', '- [ ]\n', '#\n', '===\n', '|', 'a|b\n-|-\n'],
  ...['[', '![', '[a](', '[a][', '[a]: b\n', '**a', '*_', '_*', '~~a', '`', '``a', '~~~\n', '\\', '  \n'],
  ...['<', '<a ', '<a href="', '<!--', '<b>', '&', '&#', '(', 'http://', 'www.a.', 'a@b.', '{{', '{{firstName}}'],
])('the longest text of %j is rendered within a second, if need be unformatted', async (piece) => {
  const length = 20_000;
  const half = piece.repeat(length / 2 / piece.length);
  for (const body of [
    `Welcome\n\n${half}${half}`,
    `Welcome\n\n${half}${']'.repeat(length / 4)}${')'.repeat(length / 4)}`,
  ]) {
    expect(await threadTimeOf(() => render(body))).toBeLessThan(1_000);
    const { html, text } = render(body);
    expect(html).toContain('Welcome');
    expect(text).toContain('Welcome');
  }
});

const tagsOf = (html: string) => html.match(/<[^>]*>/g);

test('excessive emphasis stays text, because parsing it would take seconds', () => {
  const emphasis = '*a* '.repeat(3000).trim();
  const { html, text } = render(`Welcome\n\n${emphasis}`);
  expect(text).toBe(`Welcome\n\n${emphasis}`);
  expect(tagsOf(html)).toEqual(tagsOf(render('Welcome\n\nplain').html));
  expect(render('**bold** '.repeat(500)).html).toContain('<strong>bold</strong>');
});

test('a table with excessive cells stays text, because laying it out would block everyone', () => {
  const table = (rows: number) => `a|b\n-|-\n${'c|d\n'.repeat(rows)}`.trim();
  expect(render(table(1000)).html).not.toContain('<table');
  expect(render(table(1000)).text).toBe(table(1000));
  expect(render(table(100)).html).toContain('<table');
});

test('whatever a person is called, the email has the same structure and one header line', () => {
  const body = '# Hi {{firstName}}\n\n- **{{lastName}}** `{{orgName}}`\n\n| {{email}} |\n|---|\n| {{lastName}} |';
  const expected = tagsOf(render(body).html);
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('<', '>', '"', "'", '&', '\r\n', '\uE000', '0', '\uE001', '{{email}}', '$&', '](', '*', '|'),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.record({ firstName: nasty, lastName: nasty, orgName: nasty, email: nasty }), (given) => {
      const { subject, html } = render(body, given, 'For {{firstName}} {{lastName}}');
      expect(tagsOf(html)).toEqual(expected);
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});
