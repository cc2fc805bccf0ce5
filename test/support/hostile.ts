/** Both directions, composed characters, and beyond the basic plane. */
export const ANY_SCRIPT = 'José 🚀👩‍💻 مرحبا بالعالم שלום 漢字 Ç';

export const HOSTILE_VALUES: readonly unknown[] = [
  7,
  -1,
  1e308,
  0.1,
  true,
  null,
  '',
  ' ',
  'x'.repeat(10_000),
  ANY_SCRIPT,
  'half \ud83d pair',
  'NUL \0 inside',
  'two\r\nlines: yes',
  '__proto__',
  '$where',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  [],
  [null],
  [[[[]]]],
  {},
  { $where: 'sleep(1000)' },
  { $ne: null },
  { 'a.b': 1, _bsontype: 'ObjectId' },
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
];

/** Unknown members, one with a name that JavaScript gives a meaning. */
export const strangeMembers = (mark: string): Readonly<Record<string, unknown>> => ({
  unheardOf: mark,
  $where: mark,
  'members.0.role': mark,
  hasOwnProperty: mark,
  constructor: { prototype: { role: mark } },
  ...JSON.parse(`{"__proto__":{"role":"${mark}"}}`),
});

/** For where an id belongs. */
export const NO_IDS: readonly string[] = [
  'x'.repeat(300),
  'not an id',
  '%00',
  '..%2f..%2fetc',
  "';--",
  '$where',
  '__proto__',
  'constructor',
  '🚀',
  'null',
  '-1',
  '00000000-0000-0000-0000-000000000000',
];
