import type { Request } from 'express';
import type { FieldError } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Ending, IncomingBody } from './limits/incoming-body.ts';
import { SMALLEST_PIECE_BYTES } from './limits/limits.ts';

export const MAX_BODY_BYTES = 1_048_576;
export const MAX_DISCARDED_BYTES = 8 * MAX_BODY_BYTES;
const MAX_DEPTH = 32;
/** Limits the time of a schema that refuses every value. */
const MAX_VALUES = 60_000;

export type BodyProblem = {
  readonly status: 400 | 408 | 413 | 415 | 422 | 503;
  readonly message: string;
  readonly errors?: readonly FieldError[];
};
interface RefusedBody {
  readonly ok: false;
  readonly problem: BodyProblem;
}
export type Body = { readonly ok: true; readonly value: unknown } | RefusedBody;
export type Received = { readonly ok: true; parse(): Body } | RefusedBody;

export const refuseBody = (status: BodyProblem['status'], message: string): RefusedBody => ({
  ok: false,
  problem: { status, message },
});

const UNREAD = {
  slow: refuseBody(408, TEXTS.requests.tooSlow),
  busy: refuseBody(503, TEXTS.requests.busy),
  scattered: refuseBody(400, TEXTS.requests.tooScattered(SMALLEST_PIECE_BYTES)),
} as const;
export const refuseUnread = (ending: Ending): RefusedBody | undefined =>
  ending === 'whole' || ending === 'stopped' ? undefined : UNREAD[ending];

export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

export const NO_BODY: Received = { ok: true, parse: () => ({ ok: true, value: undefined }) };

const MAX_IGNORED_BYTES = 4096;

export async function discardBody(request: Request, body: IncomingBody): Promise<Received> {
  if (!hasBody(request)) return NO_BODY;
  let size = 0;
  const ending = await body.read((chunk) => {
    size += chunk.length;
    return size <= MAX_IGNORED_BYTES;
  });
  if (ending === 'stopped') return refuseBody(413, TEXTS.http.bodyTooLarge(inWords(MAX_IGNORED_BYTES)));
  return refuseUnread(ending) ?? NO_BODY;
}

/** Receives a JSON body whole. It returns problems instead of throwing, because the policy must refuse a stranger first. */
export async function receiveJsonBody(request: Request, body: IncomingBody, limit = MAX_BODY_BYTES): Promise<Received> {
  if (!hasBody(request)) return NO_BODY;
  if (!request.is('application/json')) {
    return refuseBody(415, TEXTS.http.jsonExpected);
  }
  if (request.headers['content-encoding'] !== undefined) {
    return refuseBody(415, TEXTS.http.encoded);
  }
  const tooLarge = refuseBody(413, TEXTS.http.bodyTooLarge(inWords(limit)));
  if (Number(request.headers['content-length']) > limit) return tooLarge;
  const ending = await body.read((chunk) => body.size + chunk.length <= limit && body.keep(chunk));
  if (ending === 'stopped') return tooLarge;
  return refuseUnread(ending) ?? { ok: true, parse: () => parseJson(body.takeBytes()) };
}

function parseJson(bytes: Buffer): Body {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const problem = cleanBody(value);
    return problem ? { ok: false, problem } : { ok: true, value };
  } catch {
    return refuseBody(400, TEXTS.http.notJson);
  }
}

const inWords = (bytes: number): string => (bytes >= MAX_BODY_BYTES ? '1 MB' : `${Math.floor(bytes / 1024)} kB`);

interface Node {
  readonly value: unknown;
  readonly depth: number;
  readonly name: string;
  readonly within?: Node;
}

/** Removes in place what stores fail on: `__proto__`, `_bsontype`, NULs, half surrogates. Not recursive: clients choose the depth. */
export function cleanBody(root: unknown): BodyProblem | undefined {
  const pending: Node[] = [{ value: root, depth: 1, name: '' }];
  let values = 0;
  for (let node = pending.pop(); node; node = pending.pop()) {
    const { value, depth } = node;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) return { status: 400, message: TEXTS.http.tooDeep };
    const members = value as Record<string, unknown>;
    const keys = Object.keys(members);
    values += keys.length;
    if (values > MAX_VALUES) return { status: 413, message: TEXTS.http.tooManyValues(MAX_VALUES) };
    for (const key of keys) {
      if (key === '__proto__' || key === '_bsontype') {
        Reflect.deleteProperty(members, key);
        continue;
      }
      const member = members[key];
      const wrongKey = unstorableText(key);
      if (wrongKey)
        return refusedAt(
          node.within ? node : { ...node, name: key.replaceAll('\0', '\ufffd').toWellFormed() },
          wrongKey,
        );
      if (typeof member !== 'string' && typeof member !== 'object') continue;
      const name = Array.isArray(value) ? `[${key}]` : `.${key}`;
      if (typeof member === 'object') pending.push({ value: member, depth: depth + 1, name, within: node });
      else {
        const wrong = unstorableText(member);
        if (wrong) return refusedAt({ value: member, depth, name, within: node }, wrong);
      }
    }
  }
  return undefined;
}

function unstorableText(text: string): string | undefined {
  const { nul, half } = TEXTS.requests.unstorable;
  if (text.includes('\0')) return nul;
  return text.isWellFormed() ? undefined : half;
}

function refusedAt(node: Node, message: string): BodyProblem {
  const names: string[] = [];
  for (let at: Node | undefined = node; at; at = at.within) names.unshift(at.name);
  const field = names.join('').replace(/^\./, '');
  return { status: 422, message: field === '' ? message : `${field}: ${message}`, errors: [{ field, message }] };
}
