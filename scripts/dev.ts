import { spawn } from 'node:child_process';

const forNode = process.argv.slice(2).filter((option) => option.startsWith('--inspect'));
const child = spawn(process.execPath, ['--watch', ...forNode, 'api/main.ts', '--dev'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
