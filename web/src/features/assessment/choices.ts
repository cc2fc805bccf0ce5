import type { Solution } from '../../../../api/contract/solutions.ts';
import type { FieldProblem } from '../../shared/api/api-client.ts';

type Words = Readonly<Record<string, string>>;
type Answered = Pick<Solution, 'version' | 'answers'>;

export interface Choices {
  /** Version of the solution that the choices are based on, so that newer answers of another device are not overwritten. */
  readonly version: number;
  readonly byPlace: Words;
}

export const answersWith = (
  { answers }: Pick<Solution, 'answers'>,
  choices: Choices | null,
): readonly (string | null)[] => answers.map((answer, place) => choices?.byPlace[place] ?? answer);

const orNone = (version: number, byPlace: Words): Choices | null =>
  Object.keys(byPlace).length > 0 ? { version, byPlace } : null;

export function choose(choices: Choices | null, saved: Answered, place: number, value: string): Choices | null {
  const { [place]: _, ...others } = choices?.byPlace ?? {};
  return orNone(
    choices?.version ?? saved.version,
    saved.answers[place] === value ? others : { ...others, [place]: value },
  );
}

export const afterSaving = (choices: Choices | null, sent: Choices, version: number): Choices | null =>
  orNone(
    version,
    Object.fromEntries(
      Object.entries(choices?.byPlace ?? {}).filter(([place, value]) => sent.byPlace[place] !== value),
    ),
  );

export const conflictsIn = (problems: readonly FieldProblem[]): readonly string[] =>
  problems.flatMap(({ field }) => /^answers(?:\.|\[)(\d+)\]?$/.exec(field)?.[1] ?? []);

/** Drops conflicting choices: the other device's answers count until the applicant changes them again. */
export const withoutConflicts = (
  choices: Choices | null,
  conflicts: readonly string[],
  version: number,
): Choices | null =>
  orNone(
    version,
    Object.fromEntries(Object.entries(choices?.byPlace ?? {}).filter(([place]) => !conflicts.includes(place))),
  );

const VERSION = 'version';

export const toWords = ({ version, byPlace }: Choices): Words => ({ ...byPlace, [VERSION]: String(version) });

/** The stored choices that differ from the saved answers. Malformed entries are dropped. */
export function fromWords(
  kept: Readonly<Record<string, unknown>> | null,
  { answers }: Pick<Solution, 'answers'>,
): Choices | null {
  const { [VERSION]: version, ...byPlace } = kept ?? {};
  if (typeof version !== 'string' || !/^\d+$/.test(version)) return null;
  const differing = Object.entries(byPlace).filter((entry): entry is [string, string] => {
    const [place, value] = entry;
    const saved = answers[Number(place)];
    return typeof value === 'string' && saved !== undefined && saved !== value;
  });
  return orNone(Number(version), Object.fromEntries(differing));
}
