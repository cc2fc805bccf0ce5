import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Builds the web client if its sources have changed, then serves. The build needs its own process, because it sets NODE_ENV. */
const build = spawn(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
const stop = (signal: NodeJS.Signals) => build.kill(signal);
process.on('SIGTERM', stop).on('SIGINT', stop);
const [status] = (await once(build, 'exit')) as [number | null];
if (status !== 0) process.exit(status ?? 1);
process.off('SIGTERM', stop).off('SIGINT', stop);
await import('../api/main.ts');
