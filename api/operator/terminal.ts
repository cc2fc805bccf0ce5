import type { Readable, Writable } from 'node:stream';

/** What a command reads and writes besides the stores. A process is one. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}
