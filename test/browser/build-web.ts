import { spawnSync } from 'node:child_process';

/** Builds once, because parallel portals must not build in parallel. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The web client could not be built.');
}
