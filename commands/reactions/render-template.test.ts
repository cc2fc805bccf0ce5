import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { type MailValues, renderTemplate } from './render-template.ts';

const values: MailValues = {
  firstName: 'Ana',
  lastName: 'Cruz',
  email: 'ana@example.com',
  orgName: 'Baybayin Code',
  applicationLink: 'https://baybayin.example/application/1',
  actionLink: 'https://baybayin.example/verifyEmail?token=a-b_c&x=1',
};
const render = (body: string, given: Partial<MailValues> = {}, subject = 'Hi') =>
  renderTemplate({ name: 'Test', subject, body }, { ...values, ...given });

test('the built-in texts carry their links in both parts', () => {
  for (const template of Object.values(BUILT_IN_TEMPLATES).filter(({ needsActionLink }) => needsActionLink)) {
    const { subject, text, html } = renderTemplate(template, values);
    expect(subject).not.toContain('{{');
    expect(text).toContain(values.actionLink);
    expect(text).not.toContain('](');
    expect(html).toContain('href="https://baybayin.example/verifyEmail?token=a-b_c&amp;x=1"');
    expect(html + text).not.toContain('{{');
  }
});

test('what a person typed becomes neither HTML nor markdown', () => {
  const firstName = '<img src=x onerror=alert(1)> [click](https://evil.example) **bold**';
  const { html, text } = render('Hi {{firstName}}, <script>alert(2)</script>', { firstName });
  expect(html).not.toMatch(/<img|<script|<strong|href/);
  expect(html).toContain('[click](https://evil.example) **bold**');
  expect(text).toContain(firstName);
});

test('a subject is one line', () => {
  expect(render('', { firstName: 'Ana\r\nBcc: all@example.com' }, 'For {{firstName}}').subject).toBe(
    'For Ana Bcc: all@example.com',
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

test('a value stays on the line that it is put in, and turns nobody around', () => {
  const firstName = 'Ana,\r\n\r\nYour password expires\u2028today \u202egro.live';
  const { text, html } = render('Hi {{firstName}}!', { firstName });
  expect(text).toBe('Hi Ana, Your password expires today gro.live!');
  expect(html).toContain('Hi Ana, Your password expires today gro.live!');
});

test('the text part reads like a letter, each address on a line of its own', () => {
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

test('the link that opens an account is handed to no other site', () => {
  const { actionLink } = values;
  for (const body of [
    '[a](https://evil.example/?{{actionLink}})',
    '[a](<https://evil.example/ {{actionLink}}>)',
    '[a](mailto:eve@evil.example?body={{actionLink}})',
    'https://evil.example/?{{actionLink}}',
    '[a][1]\n\n[1]: https://evil.example/{{actionLink}}',
  ]) {
    const { html } = render(body);
    expect(html, body).not.toMatch(/href="[^"]*evil/);
  }
  expect(render('[a]({{actionLink}}) <{{actionLink}}> {{actionLink}}').html.match(/href/g)).toHaveLength(3);
  expect(render('[a]({{actionLink}})', { actionLink: '' }).html).not.toContain('href');
  expect(render('[a](https://x.example)', { actionLink: '' }).html).toContain('href="https://x.example"');
  expect(render('[a]({{actionLink}})').text).toBe(`a:\n${actionLink}`);
});

test('the longest and the most deeply nested texts are read, at worst as they stand', () => {
  const limit = 20_000;
  for (const piece of ['>', '1. ', '- ', '[', '**a', '*_', '<a ', '{{firstName}}', 'http://', '|', '`', '\\', '![']) {
    const body = piece.repeat(limit / piece.length);
    const { html, text } = render(`Welcome\n\n${body}`);
    expect(html).toContain('Welcome');
    expect(text).toContain('Welcome');
  }
});

/** The tags of an HTML text, without what stands between them. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g);

test('more emphasis than anybody writes is not looked for, since that would take seconds', () => {
  const emphasis = '*a* '.repeat(3000).trim();
  const { html, text } = render(`Welcome\n\n${emphasis}`);
  expect(text).toBe(`Welcome\n\n${emphasis}`);
  expect(tagsOf(html)).toEqual(tagsOf(render('Welcome\n\nplain').html));
  expect(render('**bold** '.repeat(500)).html).toContain('<strong>bold</strong>');
});

test('whatever somebody is called, the mail has the same structure and its header one line', () => {
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
