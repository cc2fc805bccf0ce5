import { EMBED_PAGE } from '../../../../../domain/values/pages.ts';

const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const embedAddress = (origin: string, batch: string): string =>
  `${origin}${EMBED_PAGE}?batchId=${encodeURIComponent(batch)}`;

/** The HTML for another site's page, as docs/embedding.md explains it. */
export const embedSnippet = (address: string, title: string): string => `<iframe
  id="program"
  src="${inAttribute(address)}"
  title="${inAttribute(title)}"
  style="width: 100%; max-width: 42.5rem; height: 30rem; border: 0"
></iframe>
<script>
  (() => {
    const frame = document.getElementById('program');
    const address = new URL(frame.src);
    // The frame posts its height when it changes, and nothing else.
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== address.origin) return;
      if (data?.type === 'intake:height') frame.style.height = \`\${Number(data.height)}px\`;
    });
    // Passes the campaign of this page on to the application.
    const campaign = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_'));
    for (const [name, value] of campaign) address.searchParams.set(name, value);
    if (campaign.length > 0) frame.src = address.href;
  })();
</script>`;
