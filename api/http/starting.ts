import express, { type Express } from 'express';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Config, Site } from '../config/config.ts';
import { sendProblem } from './problems.ts';
import { securityHeaders } from './security-headers.ts';

const RETRY_AFTER_SECONDS = '1';
const MESSAGE = TEXTS.http.starting;

/** For browsers, instead of JSON: the page reloads until the server is ready. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>Intake is starting</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1rem; text-align: center }
</style>
</head>
<body>
<main><h1>Intake is starting</h1><p>This page opens automatically in a moment.</p></main>
</body>
</html>
`;

export function createStartingApp({
  config,
  site,
  isDevelopment,
}: {
  config: Pick<Config, 'trustedProxies'>;
  site: Site;
  isDevelopment: boolean;
}): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustedProxies.length > 0 ? [...config.trustedProxies] : false);
  app.use(securityHeaders(site, { isDevelopment }));
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.use((request, response) => {
    response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    response.setHeader('Cache-Control', 'no-store');
    response.vary('Accept');
    const isPage = request.method === 'GET' && request.accepts('json', 'html') === 'html';
    if (isPage && !request.path.startsWith('/api/')) response.status(503).type('html').send(PAGE);
    else sendProblem(response, 503, MESSAGE);
  });
  return app;
}
