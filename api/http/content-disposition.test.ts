import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['cv.pdf', 'filename="cv.pdf"; filename*=UTF-8\'\'cv.pdf'],
  ['Zoë (2).pdf', 'filename="Zoe (2).pdf"; filename*=UTF-8\'\'Zo%C3%AB%20%282%29.pdf'],
  ['a"; x="b.pdf', 'filename="a__ x__b.pdf"; filename*=UTF-8\'\'a%22%3B%20x%3D%22b.pdf'],
  ['a\r\nSet-Cookie: b.pdf', 'filename="a__Set-Cookie_ b.pdf"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20b.pdf'],
  ["it's 100%.txt", 'filename="it_s 100_.txt"; filename*=UTF-8\'\'it%27s%20100%25.txt'],
  ['李.pdf', 'filename="_.pdf"; filename*=UTF-8\'\'%E6%9D%8E.pdf'],
])('%j is named so that nothing of it leaves its quotes', (name, expected) => {
  expect(contentDisposition('attachment', name)).toBe(`attachment; ${expected}`);
});
