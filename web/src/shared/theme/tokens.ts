import { type AccentScale, accentScale } from './accent.ts';

export type Scheme = 'light' | 'dark';

/** Twelve steps of a warm grey for each theme: 1 page, 2–4 surfaces, 5–7 lines, 8–9 strong lines, 10–12 text. */
export const NEUTRALS = {
  light: [
    '#fdfcfa',
    '#f8f6f2',
    '#f1eee8',
    '#e9e5dd',
    '#dfdad0',
    '#d2ccc0',
    '#bfb8aa',
    '#a0988a',
    '#857c6f',
    '#665f55',
    '#48423a',
    '#211e1a',
  ],
  dark: [
    '#161412',
    '#1d1a17',
    '#25221e',
    '#2d2925',
    '#37322d',
    '#443e38',
    '#575049',
    '#776f66',
    '#8f867b',
    '#b0a79c',
    '#d3ccc2',
    '#f1ede7',
  ],
} as const;

export const MEANINGS = {
  light: {
    good: ['#1f6b45', '#e6f2ea'],
    attention: ['#7c5308', '#faf0d9'],
    problem: ['#a32a2a', '#fbe9e7'],
    neutral: [NEUTRALS.light[9], NEUTRALS.light[2]],
  },
  dark: {
    good: ['#7cc79b', '#1c3127'],
    attention: ['#e0b45c', '#352a15'],
    problem: ['#f0938b', '#3d211f'],
    neutral: [NEUTRALS.dark[9], NEUTRALS.dark[3]],
  },
} as const;
export type Meaning = keyof (typeof MEANINGS)['light'];

export const DEFAULT_ACCENT = '#9a3d2b';
export const FONT = "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif";

/** An organization's accent, readable on the darkest background of the light theme and the lightest of the dark one. */
export const accentOf = (colour: string | null | undefined): AccentScale =>
  accentScale(colour, {
    fallback: DEFAULT_ACCENT,
    lightBackground: NEUTRALS.light[2],
    darkBackground: NEUTRALS.dark[3],
  });

export function tokensOf(scheme: Scheme): Record<string, string> {
  const neutrals = NEUTRALS[scheme];
  const variables: Record<string, string> = {};
  neutrals.forEach((value, index) => {
    variables[`--n-${index + 1}`] = value;
  });
  for (const [name, [words, ground]] of Object.entries(MEANINGS[scheme])) {
    variables[`--${name}`] = words;
    variables[`--${name}-ground`] = ground;
  }
  return {
    ...variables,
    '--on-accent': scheme === 'light' ? '#ffffff' : neutrals[0],
    '--surface': scheme === 'light' ? '#ffffff' : neutrals[1],
    '--line': neutrals[4],
    '--line-strong': scheme === 'light' ? neutrals[8] : neutrals[7],
  };
}
