import { spawn } from 'node:child_process';

/** `npm run dev`: the server, restarted when its sources change, with the web client straight from its own. */
const child = spawn(process.execPath, ['--watch', 'api/main.ts', '--dev'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
