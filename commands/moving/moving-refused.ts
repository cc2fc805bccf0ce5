/** An import, export, backup or restore cannot continue; the message is one line for the operator. */
export class MovingRefused extends Error {
  override readonly name = 'MovingRefused';
}

/** An error about one line of a file. */
export const damagedLine = (file: string, line: number, what: string, cause?: unknown): MovingRefused =>
  new MovingRefused(`${file}, line ${line}: ${what}`, cause === undefined ? undefined : { cause });
