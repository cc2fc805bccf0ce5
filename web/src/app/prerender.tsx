import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import type { Prerender } from '../../../api/contract/known.ts';
import { drawMarkdownBy } from '../shared/markdown/drawn-markdown.ts';
import { App } from './app.tsx';
import { drawMarkdown } from './draw-markdown.ts';
import { loadDrawnPage } from './drawn-pages.ts';
import { takeIn } from './known.ts';
import { routes } from './router.tsx';

drawMarkdownBy(drawMarkdown);

/** Built for the server (`dist/prerender`): the first screen of a page out of what is known, in the very components. */
export const prerender: Prerender = async (url, known) => {
  if (!(await loadDrawnPage(url))) return '';
  const client = new QueryClient();
  takeIn(client, known);
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  try {
    return renderToString(<App router={router} client={client} />);
  } finally {
    router.dispose();
    client.clear();
  }
};
