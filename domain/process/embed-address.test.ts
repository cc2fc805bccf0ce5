import { expect, test } from 'vitest';
import { embedOf, recognizeEmbed } from './embed-address.ts';

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

test.each([
  ['https://vimeo.com/823267311/3226ad8ef9', 'https://player.vimeo.com/video/823267311?h=3226ad8ef9&dnt=1'],
  ['https://vimeo.com/823267311?h=3226ad8ef9', 'https://player.vimeo.com/video/823267311?h=3226ad8ef9&dnt=1'],
  [
    'https://player.vimeo.com/video/823267311?h=3226ad8ef9',
    'https://player.vimeo.com/video/823267311?h=3226ad8ef9&dnt=1',
  ],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/manage/videos/76979871/abc123', 'https://player.vimeo.com/video/76979871?h=abc123&dnt=1'],
  ['https://vimeo.com/76979871?share=copy#t=30s', 'https://player.vimeo.com/video/76979871?dnt=1#t=30s'],
])('the video at %s plays', (url, address) => {
  expect(embedOf({ type: 'Vimeo', url })?.address).toBe(address);
});

const CODE =
  '<div style="padding:56% 0 0 0"><iframe src="https://player.vimeo.com/video/823267311?h=3226ad8ef9&amp;badge=0" allow="autoplay"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>';
const CALENDLY =
  '<div class="calendly-inline-widget" data-url="https://calendly.com/school/interview?hide=1"></div><script src="https://assets.calendly.com/assets/external/widget.js"></script>';

test.each([
  ['vimeo.com/823267311/3226ad8ef9', 'https://vimeo.com/823267311/3226ad8ef9', 'Unlisted Vimeo video 823267311'],
  [CODE, 'https://vimeo.com/823267311/3226ad8ef9', 'Unlisted Vimeo video 823267311'],
  [' https://vimeo.com/76979871?share=copy ', 'https://vimeo.com/76979871', 'Vimeo video 76979871'],
  [CALENDLY, 'https://calendly.com/school/interview?hide=1', 'Calendly page school/interview'],
  ['http://calendly.com/school', 'https://calendly.com/school', 'Calendly page school'],
  [
    'Ana invites you to a meeting.\nhttps://us02web.zoom.us/j/812345?pwd=x.1\nPasscode: 1',
    'https://us02web.zoom.us/j/812345?pwd=x.1',
    'Zoom meeting 812345',
  ],
])('what is pasted is recognized: %s', (pasted, url, words) => {
  const result = recognizeEmbed(pasted);
  expect(result).toMatchObject({ ok: true, integration: { url }, words });
  expect(result.ok && embedOf(result.integration)).not.toBeNull();
});

test.each([
  ['', 'Paste a link or an embed code from calendly.com, vimeo.com or zoom.us.'],
  ['javascript:alert(1)', 'Paste a link or an embed code from calendly.com, vimeo.com or zoom.us.'],
  [
    '<iframe srcdoc="<script>alert(1)</script>">',
    'Paste a link or an embed code from calendly.com, vimeo.com or zoom.us.',
  ],
  [
    'https://www.youtube.com/watch?v=1',
    'www.youtube.com cannot be shown here. Paste a link or an embed code from calendly.com, vimeo.com or zoom.us.',
  ],
  ['https://vimeo.com@evil.example/1', 'Paste a link or an embed code from calendly.com, vimeo.com or zoom.us.'],
  ['https://vimeo.com/school', 'This is not a Vimeo video. Open the video and copy its link.'],
  [
    'https://calendly.com',
    'This is Calendly’s home page. Copy the link of a page, such as calendly.com/your-school/interview.',
  ],
  ['x'.repeat(1_000_000), 'Paste a link or an embed code from calendly.com, vimeo.com or zoom.us.'],
])('what cannot be shown gets a reason: %.60s', (pasted, message) => {
  expect(recognizeEmbed(pasted)).toEqual({ ok: false, message });
});
