import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperationRefused } from '../runtime/operation-refused.ts';
import type { Terminal } from './terminal.ts';

/** The first line of a file, or of standard input for `-`, because other users can see a command line. */
export async function readSecret(file: string, { stdin }: Pick<Terminal, 'stdin'>, what = 'password'): Promise<string> {
  const content = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new OperationRefused(`${file} cannot be read: ${(error as Error).message}`);
  });
  const [line = '', ...rest] = content.split(/\r?\n/);
  if (line === '' || rest.some((other) => other !== '')) {
    const name = file === '-' ? 'Standard input' : file;
    throw new OperationRefused(`${name} must contain the ${what} in one line and nothing else.`);
  }
  return line;
}
