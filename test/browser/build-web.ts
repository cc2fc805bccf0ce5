import { spawnSync } from 'node:child_process';

/** Once before all browser tests: portals that start side by side must not build the client side by side. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The web client could not be built.');
}
