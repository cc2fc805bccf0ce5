import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { TEXTS } from '../../domain/text/texts.ts';
import { matchPage, pagesThat } from '../../domain/values/pages.ts';
import { sendProblem } from '../http/problems.ts';
import { endSlowReader } from '../http/visit.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};
const FOREVER = 'public, max-age=31536000, immutable';
const ALWAYS_ASK = 'no-cache';

/** Code of pages, not of workers, whose policy would be its own. */
const SUBRESOURCE = /^(?:boot\.js|assets\/.*\.(?:js|css|woff2))$/;
/** Browsers obey them only on documents, and a page loads many files. */
const OF_DOCUMENTS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Serves files below `root`; any other page path gets `index.html`, which routes in the browser. */
export function serveWebFiles(root: string): RequestHandler {
  const names = existsSync(root) ? readdirSync(root, { recursive: true }).map(String) : [];
  const sizes = new Map(names.map((name) => [name, statSync(join(root, name)).size]));
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (!isWellFormed(request.path)) return sendProblem(response, 400, TEXTS.requests.malformed);
    const file = fileOf(request.path, sizes);
    if (file === undefined) return next();
    endSlowReader(response, sizes.get(file) ?? 0);
    send(request, response, root, file, sizes.has(`${file}.br`), next);
  };
}

/** The client would fail on a path that cannot be decoded. */
export function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Ids of built-in email templates contain a dot. */
export const isPagePath = (path: string): boolean =>
  extname(path) === '' || pagesThat(() => true).some((name) => matchPage(name, path) !== null);

const isMissing = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT';

function fileOf(path: string, files: ReadonlyMap<string, number>): string | undefined {
  const named = path.slice(1);
  if (files.has(named) && extname(named) in TYPES) return named;
  const isPage = isPagePath(path) && !path.includes('/.') && !path.startsWith('/api/');
  return isPage && files.has('index.html') ? 'index.html' : undefined;
}

function send(
  request: Request,
  response: Response,
  root: string,
  file: string,
  isCompressed: boolean,
  next: (error?: unknown) => void,
): void {
  const isBrotli = isCompressed && request.acceptsEncodings('br') === 'br';
  response.setHeader('Content-Type', TYPES[extname(file)] as string);
  const isForever = file.startsWith('assets/');
  response.setHeader('Cache-Control', isForever ? FOREVER : ALWAYS_ASK);
  if (SUBRESOURCE.test(file)) for (const name of OF_DOCUMENTS) response.removeHeader(name);
  if (isCompressed) response.vary('Accept-Encoding');
  if (isBrotli) response.setHeader('Content-Encoding', 'br');
  const options = { root, cacheControl: false, dotfiles: 'deny', lastModified: !isForever } as const;
  response.sendFile(isBrotli ? `${file}.br` : file, options, (error) => {
    // A visitor who has left is no failure of the server.
    if (!error || response.headersSent || response.closed) return;
    if (!isMissing(error)) return next(error);
    // Another build has replaced it.
    for (const name of ['Content-Type', 'Content-Encoding', 'Cache-Control']) response.removeHeader(name);
    next();
  });
}
