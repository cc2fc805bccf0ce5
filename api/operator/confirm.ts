import { createInterface } from 'node:readline/promises';
import { OperationRefused } from '../runtime/operation-refused.ts';

/** Asks for the very text, since a habit answers `y`. Throws where it is another one, or where nobody is there to ask. */
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
