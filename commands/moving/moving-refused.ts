/** A move, backup or restore cannot go on; the message is one line for the operator. */
export class MovingRefused extends Error {
  override readonly name = 'MovingRefused';
}

/** A file does not hold what was written into it, told by its line. */
export const damagedLine = (file: string, line: number, what: string, cause?: unknown): MovingRefused =>
  new MovingRefused(`${file}, line ${line}: ${what}`, cause === undefined ? undefined : { cause });
