/** Network. */
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'navigator'] as const;
/** Files, other processes, native code, and ends of the thread that name no file. */
const OF_PROCESS = [
  'getBuiltinModule',
  'binding',
  '_linkedBinding',
  'dlopen',
  'loadEnvFile',
  'report',
  'execve',
  'kill',
  '_kill',
  'exit',
  'reallyExit',
  'abort',
  'stdin',
  'stdout',
  'stderr',
] as const;

/** A file that replaced a method of these would break all others, and the thread. */
const SHARED = [Array, Map, Set, Promise, String, Number, RegExp, Date] as const;

/** What the thread's own modules find by name at each use. */
const USED = ['process', 'Buffer', 'setTimeout', 'setInterval', 'setImmediate', 'JSON', 'Map', 'Promise'] as const;

/**
 * Removes from a thread of the server what a fold does not need, for good. The thread's own modules have imported what
 * they use.
 */
export function confineThread(): void {
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  for (const name of OF_PROCESS) Reflect.deleteProperty(process, name);
  for (const one of SHARED) {
    Object.freeze(one);
    Object.freeze(one.prototype);
  }
  for (const one of [Object, JSON, Math, Reflect, Atomics]) Object.freeze(one);
  for (const name of USED) Object.defineProperty(globalThis, name, { value: globalThis[name], writable: false });
  // Frozen, it would forbid objects a `toString` of their own.
  Object.preventExtensions(Object.prototype);
  // Each line would pass the thread that answers requests, and mix with its log.
  for (const name of Object.keys(console)) Reflect.set(console, name, () => {});
}
