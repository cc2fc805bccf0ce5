import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { maySend } from '../http/visit.ts';
import type { OpenPageReads } from './page-reads.ts';
import type { PageOf } from './prerendered-page.ts';
import { isWellFormed } from './web-files.ts';

const compress = promisify(brotliCompress);
/** Within a few per cent of the best compression, in a tenth of its time. */
const QUALITY = 5;

/** Answers with data and first screen, for slow phones. On any failure the plain page is served. */
export function servePages({
  open,
  pageOf,
  onProblem,
}: {
  open: OpenPageReads;
  pageOf: PageOf;
  onProblem: (message: string, error: unknown) => void;
}): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' || !request.accepts('html') || !isWellFormed(request.path)) return next();
    const page = await pageOf(urlOf(request), () => open(request, response)).catch((error: unknown) =>
      onProblem('a page could not be prerendered', error),
    );
    if (!page) return next();
    const isBrotli = request.acceptsEncodings('br') === 'br';
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } };
    const bytes = isBrotli ? await compress(page, options) : Buffer.from(page);
    if (!maySend(response, bytes.length)) return;
    response.type('html');
    // The page depends on the signed-in person.
    response.setHeader('Cache-Control', 'private, no-store');
    response.vary('Accept-Encoding');
    if (isBrotli) response.setHeader('Content-Encoding', 'br');
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  };
}

/** The path and query; a proxy may send an absolute URL. */
function urlOf({ path, url }: Request): string {
  const at = url.indexOf('?');
  return at < 0 ? path : path + url.slice(at);
}
