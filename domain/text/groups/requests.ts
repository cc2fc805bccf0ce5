export const requests = /* @__PURE__ */ Object.freeze({
  invalid: 'Some values are not valid.',
  valueInvalid: 'This value is not valid.',
  moreErrors: (count: number) =>
    `${count.toLocaleString('en')} more ${count === 1 ? 'value is' : 'values are'} not valid.`,
  objectExpected: 'Please send a JSON object.',
  memberExpected: (members: readonly string[]) =>
    `Please send one of these, as the API description shows it: ${members.join(', ')}.`,
  unknownNames: (names: readonly string[]) => `This call does not know: ${names.join(', ')}. Check the spelling.`,
  idInvalid: 'This is not an id.',
  busy: 'The server is busy with other requests. Nothing was lost; please try again in a few seconds.',
  stopping: 'The server stopped before this was done. Please try again in a few seconds.',
  positionUnknown:
    'The moment in this link is damaged, or it belongs to another portal. Choose a moment, or go back to now.',
  momentInFuture: 'This moment is in the future. Choose one that has passed.',
  pastTooFar:
    'Too much has changed since this moment to show all of it at once. Please choose a later moment or fewer programs.',
  pastIsFixed: 'The past is read-only. Leave out asOf to make changes.',
  hasNoPast: 'This call does not support asOf. Please leave it out.',
  entryUnknown: 'after must be the id of an entry of this list. Please read the list again from its beginning.',
  keyInvalid: 'Idempotency-Key must have 1 to 200 visible ASCII characters, such as a UUID.',
  positionInvalid: 'X-Min-Position must be a position, as in X-Position.',
  addressTooLong: (limit: number) =>
    `The address is too long. It can have at most ${limit.toLocaleString('en')} characters.`,
  headersTooLarge: (kilobytes: number) =>
    `The address and the headers are too large. Together they can have at most ${kilobytes} kB.`,
  tooSlow: 'The request did not arrive in time. Please try again.',
  tooScattered: (bytes: number) =>
    `The body arrives in too many small pieces. Please send it in pieces of at least ${bytes} bytes.`,
  malformed: 'The request is malformed.',
  instantExpected: 'Please enter a date and time such as 2026-03-01T09:00:00Z.',
  oneOf: (values: readonly string[]) => `Please choose one of these: ${values.join(', ')}.`,
  unstorable: /* @__PURE__ */ Object.freeze({
    nul: 'This contains a NUL character, which cannot be saved. Please remove it.',
    half: 'This contains one half of a character (a lone surrogate), which cannot be saved. Please enter it again.',
    tooDeep: (limit: number) => `This is nested more than ${limit} levels deep, which cannot be saved.`,
    tooLarge: (limit: number) =>
      `This is too large to be saved. Encrypted, and together with other changes, it can take ${limit.toLocaleString('en')} bytes. Please shorten it.`,
    other: 'This contains a value or a name that cannot be saved.',
  }),
  tooManyListeners: 'Too many pages are open. Close some, then reload this page to see changes.',
  tooMany: (limit: number) => `Please send at most ${limit.toLocaleString('en')} of these.`,
  tooManyAtOnce: 'Too many requests are waiting. Please try again in a moment.',
  tooManyIds: (limit: number) => `Please give at most ${limit} ids at once.`,
  listTooLong: (limit: number, count: number) =>
    `This can have at most ${limit.toLocaleString('en')} entries. It has ${count.toLocaleString('en')}.`,
  atMost: (limit: number | bigint) => `Please enter at most ${limit.toLocaleString('en')}.`,
  atLeast: (limit: number | bigint) => `Please enter at least ${limit.toLocaleString('en')}.`,
  expected: /* @__PURE__ */ Object.freeze({
    string: 'This must be text.',
    number: 'This must be a number.',
    int: 'This must be a whole number.',
    boolean: 'This must be true or false.',
    array: 'This must be a list.',
    object: 'This must be an object.',
  }),
} as const);
