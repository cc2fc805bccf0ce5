import { spawnSync } from 'node:child_process';

/** `npm start`: builds the web client when its sources have changed, then serves. The build has a process of its own, because it sets NODE_ENV. */
const build = spawnSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
await import('../api/main.ts');
