import { expect, test } from 'vitest';
import { shortFileName } from './groups/short-file-name.ts';
import { TEXTS } from './texts.ts';

test.each([
  ['exactly-22-letters.pdf', 'exactly-22-letters.pdf'],
  ['exactly-23-letters-.pdf', 'exactly-23-l….pdf'],
  [`${'👩‍🚀'.repeat(9)}.pdf`, '👩‍🚀👩‍🚀👩‍🚀👩‍🚀….pdf'],
  ['🚢'.repeat(30), `${'🚢'.repeat(12)}…${'🚢'.repeat(4)}`],
])('%s is shown as %s', (name, shown) => expect(shortFileName(name)).toBe(shown));

test("the server's refusals name a file as the screens do", () => {
  const name = 'exactly-23-letters-.pdf';
  for (const refusal of [TEXTS.forms.uploadFailed('CV', name), TEXTS.mail.attachmentMissing(name)]) {
    expect(refusal).toContain('exactly-23-l….pdf');
    expect(refusal).not.toContain(name);
  }
});
