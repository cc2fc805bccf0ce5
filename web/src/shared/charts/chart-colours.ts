import type { CSSProperties } from 'react';

/** Fifteen colours in a cycle. Neighbours differ in hue and lightness, and each contrasts with its theme's surface. */
export const CHART_COLOURS = {
  light: [
    '#2971c6',
    '#cb6620',
    '#0b7643',
    '#ae539d',
    '#0d9298',
    '#928100',
    '#5f49ab',
    '#a83634',
    '#0c5a4b',
    '#744c00',
    '#a269c9',
    '#0a5470',
    '#61911c',
    '#830f3d',
    '#22308a',
  ],
  dark: [
    '#6aa7f4',
    '#fa9d68',
    '#4ab074',
    '#dd8acb',
    '#28d6df',
    '#e2d064',
    '#9283dc',
    '#d67069',
    '#0c9c82',
    '#c78b28',
    '#d7a6fc',
    '#158cb7',
    '#bbe98b',
    '#bf5b76',
    '#aec2fc',
  ],
} as const;

const COUNT = CHART_COLOURS.light.length;

/** The colours as CSS variables, so that a change of theme does not redraw the charts. */
export const CHART_VARIABLES = Object.fromEntries(
  CHART_COLOURS.light.map((light, index) => [`--chart-${index}`, `light-dark(${light}, ${CHART_COLOURS.dark[index]})`]),
) as CSSProperties;

export const chartColour = (index: number): string => `var(--chart-${index % COUNT})`;

export const REST_COLOUR = 'var(--n-8)';

const SHADES = [100, 68, 44, 28];
/** More shades of one colour cannot be told apart. */
export const MOST_SHADES = SHADES.length;
export const shadeOf = (colour: string, shade: number): string => {
  const share = SHADES[shade % SHADES.length];
  return share === 100 ? colour : `color-mix(in oklab, ${colour} ${share}%, var(--surface))`;
};

/** By the batch's position, oldest first, so that a batch has the same colour on every chart. */
export function batchColours(
  batches: Iterable<{ readonly _id: string; readonly createdAt: string }>,
): ReadonlyMap<string, string> {
  const oldestFirst = [...batches].sort(
    (one, other) => one.createdAt.localeCompare(other.createdAt) || one._id.localeCompare(other._id),
  );
  return new Map(oldestFirst.map(({ _id }, index) => [_id, chartColour(index)]));
}
