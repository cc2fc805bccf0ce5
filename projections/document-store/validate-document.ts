import {
  faultOfDocument,
  isDocumentId,
  isMemberName,
  type Size,
  Unstorable,
} from '../../domain/event-sourcing/storable.ts';
import type { CollectionSpec, Document } from './port.ts';

const COLLECTION = /^(?!sqlite_|system\.)[A-Za-z_][\w@.-]*$/;

/** Throws a TypeError for names that a store reserves. */
export function validateSpec({ name, indexes, compound = [] }: CollectionSpec): void {
  if (!COLLECTION.test(name)) throw new TypeError(`${name} cannot name a collection`);
  for (const index of indexes) if (!isMemberName(index)) throw new TypeError(`${index} cannot be an index`);
  const unknown = compound.flat().find((member) => member !== '_id' && !indexes.includes(member));
  if (unknown !== undefined) throw new TypeError(`${unknown} is no index of its own`);
}

/**
 * Throws a TypeError for what the port forbids, so that both adapters refuse the same documents. `known`: the document that
 * it was made from, if that has been validated, and the size that was counted then.
 */
export function validateDocument(
  document: Document,
  indexes: readonly string[],
  known: { readonly former?: Document | undefined; readonly size?: Size } = {},
): void {
  const { _id, _pos } = document;
  validateId(_id);
  if (_pos !== undefined && typeof _pos !== 'bigint') throw new TypeError(`_pos of ${_id} must be a bigint`);
  const fault = faultOfDocument(document, { except: '_pos', ...known });
  if (fault) throw new Unstorable(`${_id}${fault.at} ${fault.says}`, fault.kind);
  for (const index of indexes) {
    const value = (document as Document & Record<string, unknown>)[index];
    if (value !== null && typeof value === 'object') {
      throw new TypeError(`${index} of ${_id} is indexed, so it holds a text, number, boolean or null`);
    }
  }
}

export function validateId(id: unknown): asserts id is string {
  if (isDocumentId(id)) return;
  const kind = typeof id !== 'string' || id === '' ? 'not JSON' : id.includes('\0') ? 'NUL' : 'half a character';
  throw new Unstorable('An _id is a text without NUL and without lone surrogates', kind);
}
