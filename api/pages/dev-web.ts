import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { Router } from 'express';
import { EMBED_PAGE } from '../../domain/values/pages.ts';

/** Serves the web client from its sources for `npm run dev`, with reload. */
export async function serveDevWeb(root: string, server: Server): Promise<{ router: Router; close(): Promise<void> }> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    // The bundling loader writes a temporary file, which would restart `node --watch`.
    configLoader: 'native',
    root: join(root, 'web'),
    appType: 'custom',
    server: { middlewareMode: true, ws: { server }, proxy: {} },
  });
  const router = Router();
  router.use(vite.middlewares);
  router.get('/{*page}', async (request, response, next) => {
    if (request.path.startsWith('/api/')) return next();
    const page = request.path === EMBED_PAGE ? EMBED_PAGE : 'index.html';
    const html = await readFile(join(root, 'web', page), 'utf8');
    response.type('html').send(await vite.transformIndexHtml(request.originalUrl, html));
  });
  return { router, close: () => vite.close() };
}
