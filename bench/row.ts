export interface Row {
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** To a baseline of the same run. */
  readonly ratio?: number;
  /** The required and the desired value of `ratio`, else of `figure`. */
  readonly bar?: number;
  readonly aim?: number;
  readonly isLessBetter?: boolean;
}

export function reaches({ figure, ratio, isLessBetter = false }: Row, mark: number | undefined): boolean | undefined {
  if (mark === undefined) return undefined;
  const measured = ratio ?? figure;
  return isLessBetter ? measured <= mark : measured >= mark;
}
