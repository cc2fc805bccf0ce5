import { expect, test } from 'vitest';
import { drawMarkdown } from './draw-markdown.ts';

const LINK = 'rel="noopener nofollow"';

test.each([
  ['Think of what is done **again and again**.', '<p>Think of what is done <strong>again and again</strong>.</p>\n'],
  ['```js\nlet a = 1 < 2;\n```', '<pre><code>let a = 1 &lt; 2;\n</code></pre>\n'],
  ['# One\n\n## Two', '<h3>One</h3>\n<h4>Two</h4>\n'],
  ['- a\n- *b*', '<ul>\n<li>a</li>\n<li><em>b</em></li>\n</ul>\n'],
  [
    '[plan](https://x.example/?a=1&b=2)',
    `<p><a href="https://x.example/?a=1&amp;b=2" ${LINK} target="_blank">plan</a></p>\n`,
  ],
  ['[home](/enroll)', `<p><a href="/enroll" ${LINK}>home</a></p>\n`],
  ['5 < 6 & 7 > "6"\nnext', '<p>5 &lt; 6 &amp; 7 &gt; "6"<br />next</p>\n'],
])('%j is rendered as HTML', (markdown, html) => {
  expect(drawMarkdown(markdown)).toEqual({ html, isWhole: true });
});

test.each([
  'See <b>this</b>',
  'See <script>harm()</script> **this**',
  '<img src=x onerror=harm()>',
  '[press](javascript:harm())',
  '[press](//elsewhere.example)',
  '[press](data:text/html,harm)',
  '![picture](https://x.example/a.png)',
  '- [ ] a task',
  `**long** ${'words '.repeat(2000)}`,
  '> '.repeat(3000),
])('%j is rendered as plain text', (markdown) => {
  const { html, isWhole } = drawMarkdown(markdown);
  expect(isWhole).toBe(false);
  expect(html).not.toMatch(/[<>]/);
});

test.each(['*a_', '_*', '[_a](', '~~a', '1. ', '> >', '- '])(
  'of a text of %j the server draws the words only',
  (mark) => {
    const heavy = drawMarkdown(`Welcome\n\n${mark.repeat(5_900 / mark.length)}`);
    expect(heavy.isWhole).toBe(false);
    expect(heavy.html).toContain('Welcome');
    expect(drawMarkdown(`Welcome\n\n${mark.repeat(20)}`).isWhole).toBe(true);
  },
);
