import { expect, test } from 'vitest';
import { tooltipHtml } from './tooltip-html.ts';

test('names of batches and sources are escaped', () => {
  const html = tooltipHtml(
    '<img src=x onerror=alert(1)>',
    [{ name: `"><script>alert('2')</script>`, colour: 'var(--chart-1)', value: '3' }],
    'tip',
  );
  expect(html).not.toMatch(/<(img|script)/);
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(&#39;2&#39;)&lt;/script&gt;');
});
