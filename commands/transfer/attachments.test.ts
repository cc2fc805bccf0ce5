import { expect, test } from 'vitest';
import { FILE_LIMIT_BYTES } from '../../domain/file/media-types.ts';
import { asAttachment } from './attachments.ts';

const bytes = Buffer.from('a picture').toString('base64');
const inVault = (document: unknown) => ({ collection: 'secrets', document });

test.each([
  { file: 'f0e1d2c3-a-file', bytes },
  { file: 'empty', bytes: '' },
  inVault({ _id: 'a.b-c@d:1', nested: { list: [1, null, true] } }),
])('%j is accepted', (attachment) => {
  expect(asAttachment(attachment)).toEqual(attachment);
});

// The stores' TypeError would come after half of the rest is written.
test.each<[string, Readonly<Record<string, unknown>>]>([
  ['a file id of one letter', { file: 'a', bytes }],
  ['a file id that begins with a dash', { file: '-', bytes }],
  ['a file id in capitals', { file: 'A-FILE', bytes }],
  ['a file id that leads elsewhere', { file: '../master.key', bytes }],
  ['a file that is too large', { file: 'large', bytes: Buffer.alloc(FILE_LIMIT_BYTES).toString('base64') }],
  ['a file without content', { file: 'no-content' }],
  ['a key with a dot and a dollar', inVault({ _id: 'a', 'a.b$': 1 })],
  ['a nested operator', inVault({ _id: 'a', nested: [{ $where: '1' }] })],
  ['a __proto__ key', inVault(JSON.parse('{"_id":"a","__proto__":{"isAdmin":true}}'))],
  ['a list directly inside a list', inVault({ _id: 'a', lists: [[1]] })],
  ['NUL', inVault({ _id: 'a', text: 'x\0' })],
  ['NUL in an id', inVault({ _id: 'a\0' })],
  ['a position that is no bigint', inVault({ _id: 'a', _pos: 1 })],
  ['no id', inVault({ name: 'a' })],
  ['a list for a document', inVault(['a'])],
  ['an unknown collection', { collection: 'constructor', document: { _id: 'a' } }],
])('%s is refused by the check before the import', (_, attachment) => {
  expect(asAttachment(attachment)).toBeUndefined();
});
