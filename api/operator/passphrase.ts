import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OperationRefused } from '../runtime/operation-refused.ts';

/**
 * From the first of these variables of the environment that is set, or from the terminal; never from the command line, where
 * everybody on the machine sees it. Throws `OperationRefused` where there is neither.
 */
export async function askPassphrase(
  variables: Readonly<Record<string, string | undefined>>,
  { isNew = false } = {},
): Promise<string> {
  const configured = Object.values(variables).find(Boolean);
  if (configured) return configured;
  const names = Object.keys(variables).join(' or ');
  if (!process.stdin.isTTY) throw new OperationRefused(`A passphrase is needed: set ${names}.`);
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
