import { type Rejection, reject } from '../../domain/event-sourcing/decision.ts';
import { type Fault, MAX_CONTENT_DEPTH } from '../../domain/event-sourcing/storable.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { MAX_APPEND_BYTES } from './port.ts';

/** Members that wrap the caller's fields. */
const WRAPPER = /^\.?(?:(?:config|values|changes|details)(?:\.|$))?/;

/** Nothing was appended. `field` is the value's path in the caller's input. */
export class UnstorableEvent extends Error {
  override readonly name = 'UnstorableEvent';
  readonly field: string;
  readonly kind: Fault['kind'];
  constructor(at: string, kind: Fault['kind']) {
    const field = at.replace(WRAPPER, '');
    super(field === '' ? textOf(kind) : `${field}: ${textOf(kind)}`);
    this.field = field;
    this.kind = kind;
  }
}

export const refusalOf = ({ message, field, kind }: UnstorableEvent) =>
  reject('refused', message, [{ field, message: textOf(kind) }]);

/** For values outside the log, where the field is unknown. */
export const refusalOfKind = (kind: Fault['kind']): Rejection => ({ code: 'refused', message: textOf(kind) });

function textOf(kind: Fault['kind']): string {
  const { nul, half, tooDeep, tooLarge, other } = TEXTS.requests.unstorable;
  switch (kind) {
    case 'NUL':
      return nul;
    case 'half a character':
      return half;
    case 'too deep':
      return tooDeep(MAX_CONTENT_DEPTH);
    case 'too large':
      return tooLarge(MAX_APPEND_BYTES);
    case 'not JSON':
      return other;
  }
}

/** Into a list only if one element is larger than all others together. */
export function heaviestIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  let heaviest = { key: '', weight: 0 };
  let total = 0;
  for (const [key, member] of Object.entries(value)) {
    const weight = JSON.stringify(member)?.length ?? 0;
    total += weight;
    if (weight > heaviest.weight) heaviest = { key, weight };
  }
  if (total === 0 || (Array.isArray(value) && heaviest.weight * 2 <= total)) return '';
  const at = Array.isArray(value) ? `[${heaviest.key}]` : `.${heaviest.key}`;
  return at + heaviestIn((value as Record<string, unknown>)[heaviest.key]);
}
