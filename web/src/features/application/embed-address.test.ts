import { expect, test } from 'vitest';
import { embedOf } from './embed-address.ts';

test("a video's page becomes its player's address with tracking off", () => {
  expect(embedOf({ type: 'Vimeo', url: 'https://vimeo.com/76979871' })?.address).toBe(
    'https://player.vimeo.com/video/76979871?dnt=1',
  );
});

test.each([
  ['Calendly', 'https://calendly.com.evil.example/x'],
  ['Calendly', 'http://calendly.com/x'],
  ['Vimeo', 'javascript:alert(1)'],
  ['Zoom', 'https://evilzoom.us/j/1'],
  ['Zoom', 'not an address'],
] as const)('%s does not live at %s', (type, url) => {
  expect(embedOf({ type, url })).toBeNull();
});
