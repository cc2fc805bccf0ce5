import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `npm start`: builds the web client when its sources have changed, then serves. The build has a process of its own, because it sets NODE_ENV. */
const build = spawn(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
const stop = (signal: NodeJS.Signals) => build.kill(signal);
process.on('SIGTERM', stop).on('SIGINT', stop);
const [status] = (await once(build, 'exit')) as [number | null];
if (status !== 0) process.exit(status ?? 1);
process.off('SIGTERM', stop).off('SIGINT', stop);
await import('../api/main.ts');
