import { expect, test } from 'vitest';
import { APPLICATION_RECEIVED, VERIFY_EMAIL } from './built-in-templates.ts';
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
  for (const template of [APPLICATION_RECEIVED, VERIFY_EMAIL]) {
    const { subject, text, html } = renderTemplate(template, values);
    expect(subject).not.toContain('{{');
    expect(text).toContain(values.actionLink);
    expect(text).not.toContain('](');
    expect(html).toContain('href="https://baybayin.example/verifyEmail?token=a-b_c&#38;x=1"');
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
});

test('a value stays on the line that it is put in, and turns nobody around', () => {
  const firstName = 'Ana,\r\n\r\nYour password expires\u2028today \u202egro.live';
  const { text, html } = render('Hi {{firstName}}!', { firstName });
  expect(text).toBe('Hi Ana, Your password expires today gro.live!');
  expect(html).toContain('Hi Ana, Your password expires today gro.live!');
});
