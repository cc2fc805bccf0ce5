import { createInterface } from 'node:readline/promises';
import { OperationRefused } from '../runtime/operation-refused.ts';

/** Asks for a text, because people answer `y` by habit. Throws on another answer and without a terminal. */
export async function confirm(warning: string, text: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperationRefused('Nobody is there to confirm this: say --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${warning}\nType ${text} to go on: `);
    if (answer.trim() !== text) throw new OperationRefused('Nothing has been done.');
  } finally {
    terminal.close();
  }
}
