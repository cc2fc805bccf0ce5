import { bytesOf } from '../limits/quotas.ts';
import { TEXT_LIMIT, WEB_ADDRESS_LIMIT } from '../text/text-limits.ts';
import { OMITTED_NAMED, PAYLOAD_BYTES, type PublicPayload } from './payload-schema.ts';

/** UTF-8 has at most three bytes for each UTF-16 code unit. */
const CERTAINLY_FITS = Math.floor(PAYLOAD_BYTES / 3);
/** `"name",` in the list of omitted answers, and digits of their count. */
const LIST_BYTES = 20;

/** Longer texts are cut, longer addresses left out. */
export interface TextLimits {
  readonly text: number;
  readonly address: number;
}
const TEXT_LIMITS: readonly [TextLimits, ...TextLimits[]] = [
  { text: TEXT_LIMIT, address: WEB_ADDRESS_LIMIT },
  { text: 100, address: 300 },
  { text: 30, address: 0 },
];

const encoder = new TextEncoder();
const fits = (text: string): boolean =>
  text.length <= CERTAINLY_FITS || (text.length <= PAYLOAD_BYTES && encoder.encode(text).length <= PAYLOAD_BYTES);

/** JSON of at most 20 kB: without the longest answers, and with shorter texts if that is not enough. */
export function fitPayload(build: (limits: TextLimits) => PublicPayload): string {
  let text = '';
  for (const limits of TEXT_LIMITS) {
    const payload = build(limits);
    text = JSON.stringify(payload);
    if (fits(text)) return text;
    text = JSON.stringify(withoutLongest(payload, encoder.encode(text).length));
    if (fits(text)) return text;
  }
  throw new Error(`The body of an event has ${text.length} characters without any answer`);
}

function withoutLongest(payload: PublicPayload, bytes: number): PublicPayload {
  const { data } = payload;
  const { answers } = data.application;
  const changed = data.changes.answers ?? {};
  const names = [...new Set([...Object.keys(answers), ...Object.keys(changed)])];
  const weights = names.map((name) => ({ name, bytes: weightOf(name, answers) + weightOf(name, changed) }));
  weights.sort((one, other) => other.bytes - one.bytes || (one.name < other.name ? -1 : 1));
  const omitted: string[] = [];
  let left = bytes + LIST_BYTES;
  for (const { name, bytes: weight } of weights) {
    if (left <= PAYLOAD_BYTES) break;
    left -= weight;
    if (omitted.length < OMITTED_NAMED) left += bytesOf(name) + 1;
    omitted.push(name);
  }
  const gone = new Set(omitted);
  const kept = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name)));
  return {
    ...payload,
    data: {
      ...data,
      changes: data.changes.answers ? { ...data.changes, answers: kept(data.changes.answers) } : data.changes,
      application: { ...data.application, answers: kept(answers) },
      omitted: omitted.slice(0, OMITTED_NAMED),
      omittedCount: omitted.length,
    },
  };
}

/** `"name":value,`. */
const weightOf = (name: string, of: Readonly<Record<string, unknown>>): number =>
  Object.hasOwn(of, name) ? bytesOf(name) + bytesOf(of[name]) + 2 : 0;
