import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RequestHandler, type Response, Router } from 'express';
import { isDirectFromThisMachine } from '../http/is-direct.ts';
import { escapeHtml } from './docs-page.ts';

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#8881;padding:.8rem;border-radius:8px}li{margin:.4rem 0}`;
const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const MOST_SHOWN = 100;

/** For trials: the unsent emails, newest first. Their links open accounts, so only this machine may read them. */
export function devOutbox(directory: string): RequestHandler {
  const router = Router();
  router.use((request, _response, next) => next(isDirectFromThisMachine(request) ? undefined : 'router'));
  router.get('/', async (_request, response) => {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map(async (name) => ({ name, ...readEmail(await read(name)) })));
    const newest = mails.sort((one, other) => other.at - one.at).slice(0, MOST_SHOWN);
    const items = newest.map(
      ({ name, to, subject, at }) =>
        `<li><a href="/dev/outbox/${encodeURIComponent(name)}">${escapeHtml(subject)}</a> to ${escapeHtml(to)}, ${new Date(at).toISOString()}</li>`,
    );
    send(response, 'Outbox', items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No email has been sent yet.</p>');
  });
  router.get('/:name', async (request, response, next) => {
    const { name } = request.params;
    if (!name.endsWith('.eml') || !(await readdir(directory)).includes(name)) return next();
    const { to, subject, text } = readEmail(await read(name));
    const linked = escapeHtml(text).replaceAll(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`);
    send(response, subject, `<p>To ${escapeHtml(to)}. <a href="/dev/outbox">All emails</a></p><pre>${linked}</pre>`);
  });
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  return router;
}

function send(response: Response, title: string, body: string): void {
  response.setHeader('Content-Security-Policy', CSP).setHeader('Cache-Control', 'no-store').type('html');
  response.send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`);
}

/** The parts of RFC 2045 and 2047 that our mailer writes. */
function readEmail(mail: string): { to: string; subject: string; at: number; text: string } {
  const header = (name: string, from = mail) => {
    const [head = ''] = from.split('\r\n\r\n', 1);
    const lines = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');
    const line = lines.find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}: `));
    return line?.slice(name.length + 2) ?? '';
  };
  const words = (text: string) =>
    text.replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=(?: (?==\?))?/gi, (_, encoding, word) =>
      decode(encoding, encoding === 'Q' ? word.replaceAll('_', ' ') : word),
    );
  const part = mail.slice(Math.max(0, mail.search(/^Content-Type: text\/plain/im)));
  const body = part.slice(part.indexOf('\r\n\r\n') + 4).split(/^----_NmP/m)[0] ?? '';
  const text = decode(header('Content-Transfer-Encoding', part), body);
  return { to: words(header('To')), subject: words(header('Subject')), at: Date.parse(header('Date')) || 0, text };
}

function decode(encoding: string, text: string): string {
  if (/^b/i.test(encoding)) return Buffer.from(text, 'base64').toString();
  if (!/^q/i.test(encoding)) return text;
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
