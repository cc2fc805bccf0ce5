import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './running-server.ts';

export interface Block {
  readonly section: string;
  /** `sh`, `yaml`, `ini`, or empty. */
  readonly language: string;
  readonly mark: string;
  readonly text: string;
}

export function blocksOf(document: string): readonly Block[] {
  const sections = document.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    const fences = section.matchAll(/^ *```(\w*) ?([\w-]*)\n([\s\S]*?)^ *```$/gm);
    return [...fences].map(([, language = '', mark = '', content = '']) => ({
      section: heading,
      language,
      mark,
      text: content,
    }));
  });
}

export function placeholdersOf(document: string): readonly string[] {
  const introduction = document.split(/^## /m)[0] ?? '';
  const rows = introduction.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

/** Terminals of a machine with only this checkout, and of its replacements. */
export interface Machine {
  /** Returns the output; a block that ends with `npm start` keeps running once the portal is ready. */
  run(block: Pick<Block, 'text' | 'mark'>): Promise<string>;
  stop(): Promise<void>;
}

const READY_MS = 240_000;

/** `places` replaces placeholders. A machine's folders are below `home`, those that outlive it beside it. */
export async function openMachine(home: string, places: Readonly<Record<string, string>>): Promise<Machine> {
  const port = String(await freePort());
  const fresh = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: home, PORT: port, LOG_LEVEL: 'warn' });
  let machine = 0;
  let environment = fresh();
  let server: { readonly process: ChildProcess; readonly output: () => string } | undefined;

  const replaced = (command: string) => {
    const own = { ...places, '/etc/': join(home, `${machine}`, 'etc/'), '/var/': join(home, `${machine}`, 'var/') };
    return Object.entries(own).reduce((line, [placeholder, value]) => line.replaceAll(placeholder, value), command);
  };
  const newMachine = async () => {
    machine += 1;
    environment = fresh();
    for (const folder of ['etc', 'var/lib']) await mkdir(join(home, `${machine}`, folder), { recursive: true });
  };
  const stop = async () => {
    if (!server) return;
    const { process: child } = server;
    server = undefined;
    // A failed server has ended already.
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close');
    process.kill(-child.pid, 'SIGINT');
    await gone;
  };
  const begin = (script: string) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return { process: child, output: () => output };
  };
  const serve = async (script: string) => {
    await stop();
    server = begin(script);
    const started = performance.now();
    for (;;) {
      if (server.process.exitCode !== null) throw new Error(`It ended:\n${script}\n${server.output()}`);
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return server.output();
      if (performance.now() - started > READY_MS) throw new Error(`It was never ready:\n${script}\n${server.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  await newMachine();
  return {
    async run({ text: block, mark }) {
      if (mark === 'stopped' || mark === 'machine') await stop();
      if (mark === 'machine') await newMachine();
      const script = replaced(block);
      if (script.trimEnd().endsWith('\nnpm start') || script.trim() === 'npm start') return serve(script);
      const after = join(home, 'environment');
      const { process: child, output } = begin(`${script}\nenv -0 > ${after}`);
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`It ended with ${code}:\n${script}\n${output()}`);
      const variables = (await readFile(after, 'utf8')).split('\0').filter((line) => line.includes('='));
      environment = Object.fromEntries(
        variables.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]),
      );
      return output();
    },
    stop,
  };
}
