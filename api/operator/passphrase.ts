import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OperationRefused } from '../runtime/operation-refused.ts';
import type { Terminal } from './terminal.ts';

/** From the first variable that is set, else from the terminal; a command line is public. Throws `OperationRefused` without either. */
export async function askPassphrase(
  terminal: Terminal,
  variables: Readonly<Record<string, string | undefined>>,
  { isNew = false } = {},
): Promise<string> {
  const configured = Object.values(variables).find(Boolean);
  if (configured) return configured;
  const names = Object.keys(variables).join(' or ');
  if (!terminal.stdin.isTTY) throw new OperationRefused(`A passphrase is needed: set ${names}.`);
  const passphrase = await ask(terminal, 'Passphrase: ');
  if (isNew && (await ask(terminal, 'Repeat it: ')) !== passphrase)
    throw new OperationRefused('The passphrases do not match.');
  return passphrase;
}

async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}
