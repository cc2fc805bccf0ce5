import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Append, alone, inStores, MESSAGE, measureAppends, newContext, together, withCodec } from './append.ts';
import type { Row } from './row.ts';

const PACKAGE = join(import.meta.dirname, 'peer');
const HASH = 'a'.repeat(64);

interface PeerEvent {
  readonly type: string;
  readonly data: object;
  readonly metadata: object;
}

interface Peer {
  newWriter(newEvent: () => PeerEvent): Promise<Append>;
  close(): void;
}

/** What our codec stores, unencrypted. */
const newEvent = (): PeerEvent => ({
  type: 'CommentAdded',
  data: { commentId: randomUUID(), message: MESSAGE },
  metadata: { ...newContext(), schemaVersion: 1, prev: HASH, hash: HASH },
});

/** The same appends with emmett-sqlite: one transaction and sync each, in one thread, without encryption and hashes. */
export async function benchPeer(): Promise<Row[]> {
  install();
  const { openPeer } = (await import(join(PACKAGE, 'appends.js'))) as { openPeer(file: string): Promise<Peer> };
  return inStores(async ({ directory, store, vault }) => {
    const peer = await openPeer(join(directory, 'peer.sqlite'));
    const theirs = { name: 'emmett-sqlite', newWriter: () => peer.newWriter(newEvent) };
    const [us, them] = await measureAppends([withCodec(store, vault), theirs]);
    peer.close();
    if (!us || !them) throw new Error('Both are measured');
    return [
      { name: alone(theirs.name), figure: them.sequential, unit: '/s' },
      { name: together(theirs.name), figure: them.concurrent, unit: '/s' },
      {
        name: `${alone(us.way.name)} ÷ ${theirs.name}`,
        figure: us.sequential,
        unit: '/s',
        ratio: us.sequential / them.sequential,
      },
      {
        name: `${together(us.way.name)} ÷ ${theirs.name}`,
        figure: us.concurrent,
        unit: '/s',
        ratio: us.concurrent / them.concurrent,
      },
    ];
  });
}

/** Only this bench needs its packages. */
function install(): void {
  if (existsSync(join(PACKAGE, 'node_modules'))) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: PACKAGE, stdio: 'inherit' });
}
