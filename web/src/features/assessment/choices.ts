import type { Solution } from '../../../../api/contract/solutions.ts';
import type { FieldProblem } from '../../shared/api/api-client.ts';

type Words = Readonly<Record<string, string>>;
type Answered = Pick<Solution, 'version' | 'answers'>;

/** What somebody has chosen and the server does not have yet. */
export interface Choices {
  /** Of the solution that they had before them, so that nothing newer from another device is overwritten. */
  readonly version: number;
  /** By the place of the question. */
  readonly byPlace: Words;
}

export const answersWith = (
  { answers }: Pick<Solution, 'answers'>,
  choices: Choices | null,
): readonly (string | null)[] => answers.map((answer, place) => choices?.byPlace[place] ?? answer);

const orNone = (version: number, byPlace: Words): Choices | null =>
  Object.keys(byPlace).length > 0 ? { version, byPlace } : null;

/** One more choice; choosing what is saved already takes it back. */
export function choose(choices: Choices | null, saved: Answered, place: number, value: string): Choices | null {
  const { [place]: _, ...others } = choices?.byPlace ?? {};
  return orNone(
    choices?.version ?? saved.version,
    saved.answers[place] === value ? others : { ...others, [place]: value },
  );
}

/** What has been chosen while `sent` was on its way. */
export const afterSaving = (choices: Choices | null, sent: Choices, version: number): Choices | null =>
  orNone(
    version,
    Object.fromEntries(
      Object.entries(choices?.byPlace ?? {}).filter(([place, value]) => sent.byPlace[place] !== value),
    ),
  );

/** The places of the answers that a refusal names. */
export const conflictsIn = (problems: readonly FieldProblem[]): readonly string[] =>
  problems.flatMap(({ field }) => /^answers(?:\.|\[)(\d+)\]?$/.exec(field)?.[1] ?? []);

/** Without those that were refused. Where another device has answered, its answer came first and stands until changed anew. */
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

/** As it is kept on the device. */
export const toWords = ({ version, byPlace }: Choices): Words => ({ ...byPlace, [VERSION]: String(version) });

/** What was kept and still differs from what is saved; a damaged note counts for nothing. */
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
