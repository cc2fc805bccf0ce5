import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OperationRefused } from './socket.ts';

/** From the environment or the terminal, never from the command line, where everybody on the machine sees it. */
export async function askPassphrase(configured: string | undefined, { isNew = false } = {}): Promise<string> {
  if (configured) return configured;
  if (!process.stdin.isTTY) throw new OperationRefused('A passphrase is needed: set INTAKE_PASSPHRASE.');
  const passphrase = await ask('Passphrase: ');
  if (isNew && (await ask('Once more: ')) !== passphrase) throw new OperationRefused('These were two different ones.');
  return passphrase;
}

/** Nothing that is typed is shown. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
