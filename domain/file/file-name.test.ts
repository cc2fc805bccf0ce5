import { describe, expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

describe('the stored name of a file', () => {
  test.each([
    ['cv.pdf', 'cv.pdf'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\fakepath\\My CV.pdf', 'My CV.pdf'],
    ['..\\..\\x.png', 'x.png'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
    ['quo"te;\'.pdf', 'quo"te;\'.pdf'],
    ['cv\u202Efdp.exe', 'cvfdp.exe'],
    ['  spaced   out .png ', 'spaced out .png'],
    ['\0nul.png', 'nul.png'],
    ['Zoe\u0308 👩‍🚀 李.pdf', 'Zoë 👩‍🚀 李.pdf'],
    ['half\ud800.pdf', 'half\ufffd.pdf'],
    ['dir/', ''],
    ['', ''],
  ])('%j becomes %j', (sent, kept) => expect(cleanFileName(sent)).toBe(kept));

  test('a long name is cut before its ending, never within a character', () => {
    const name = cleanFileName(`${'🧑'.repeat(300)}.docx`);
    expect(name).toMatch(/^(🧑)+\.docx$/u);
    expect(name.length).toBeLessThanOrEqual(200);
    expect(cleanFileName(`${'x'.repeat(300)}.12345678🧑`).isWellFormed()).toBe(true);
  });
});
