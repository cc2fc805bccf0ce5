import { createInterface } from 'node:readline/promises';
import { OperationRefused } from '../runtime/operation-refused.ts';
import type { Terminal } from './terminal.ts';

/** Asks for a text, because people answer `y` by habit. Throws on another answer and without a terminal. */
export async function confirm({ stdin, stderr }: Terminal, warning: string, text: string): Promise<void> {
  if (!stdin.isTTY) throw new OperationRefused('There is no terminal to confirm this. Use --yes.');
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await terminal.question(`${warning}\nType ${text} to continue: `);
    if (answer.trim() !== text) throw new OperationRefused('Nothing was changed.');
  } finally {
    terminal.close();
  }
}
