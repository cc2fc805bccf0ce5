/** One line of `npm run bench`: what was measured, and its limit. */
export interface Row {
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** To the raw measure of the same run, where the bar is a ratio. */
  readonly ratio?: number;
  /** What must be reached, and what is aimed at: by `ratio` if there is one, else by `figure`. */
  readonly bar?: number;
  readonly aim?: number;
  /** For latencies and sizes. */
  readonly isLessBetter?: boolean;
}

export function reaches({ figure, ratio, isLessBetter = false }: Row, mark: number | undefined): boolean | undefined {
  if (mark === undefined) return undefined;
  const measured = ratio ?? figure;
  return isLessBetter ? measured <= mark : measured >= mark;
}
