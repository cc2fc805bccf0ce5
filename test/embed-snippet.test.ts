import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { embedAddress, embedSnippet } from '../web/src/features/config/batches/embed-snippet.ts';

test('the snippet to copy is the one that the documentation explains', async () => {
  const document = await readFile('docs/embedding.md', 'utf8');
  const snippet = embedSnippet(embedAddress('https://portal.example.org', 'full-stack-june'), 'Full-stack, June');
  expect(document).toContain(`\`\`\`html\n${snippet}\n\`\`\``);
});

test('a name cannot leave its attribute', () => {
  const snippet = embedSnippet(embedAddress('https://a.example', 'b'), '"><script>alert(1)</script>&amp;');
  expect(snippet).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"');
});
