import type { BrowserContext } from 'playwright-core';

/** Shows the prefilled name and email, and posts the message that Calendly sends after a booking. */
const calendar = (
  event: string,
): string => `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Calendar</title><p id="who"></p><button id="book">Thursday, 10:00</button>
<script>
  const asked = new URL(location.href).searchParams;
  who.textContent = asked.get('name') + ' <' + asked.get('email') + '>';
  book.onclick = () => parent.postMessage({ event: 'calendly.event_scheduled', payload: {
    event: { uri: '${event}' }, invitee: { uri: '${event}/invitees/AAAA' } } }, '*');
</script>`;
const FILM = '<!doctype html><title>Film</title>A film';

/** Replaces the pages of Calendly, which books `event`, and of Vimeo. */
export async function replaceWidgets(context: BrowserContext, event: string): Promise<void> {
  const pages = { 'https://calendly.com/**': calendar(event), 'https://player.vimeo.com/**': FILM };
  for (const [address, body] of Object.entries(pages)) {
    await context.route(address, (route) => route.fulfill({ body, contentType: 'text/html' }));
  }
}
