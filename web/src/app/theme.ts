import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { accentOf, DEFAULT_ACCENT, FONT, MEANINGS, NEUTRALS, type Scheme, tokensOf } from '../shared/theme/tokens.ts';
import { ButtonElement } from '../shared/ui/button-element.tsx';

const [size13, size15, size17, size21, size27, size34] = [13, 15, 17, 21, 27, 34].map((px) => `${px / 16}rem`) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

const dark = [11, 10, 9, 8, 5, 3, 2, 0, 1, 0].map((step) => NEUTRALS.dark[step]) as unknown as MantineColorsTuple;
const scaleOf = (colour: string) => accentOf(colour) as unknown as MantineColorsTuple;

export function createIntakeTheme(accent?: string | null): MantineThemeOverride {
  return createTheme({
    fontFamily: FONT,
    fontSizes: { xs: size13, sm: size15, md: size17, lg: size21, xl: size27 },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.3' },
    headings: {
      fontFamily: FONT,
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        // Smaller on a phone with large text, so that long words still fit.
        h1: { fontSize: `min(${size34}, 14vw)`, lineHeight: '1.15' },
        h2: { fontSize: size27, lineHeight: '1.2' },
        h3: { fontSize: size21, lineHeight: '1.3' },
        h4: { fontSize: size17, lineHeight: '1.4' },
        h5: { fontSize: size15, lineHeight: '1.4' },
        h6: { fontSize: size13, lineHeight: '1.4' },
      },
    },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.5rem', xl: '0.5rem' },
    defaultRadius: 'md',
    shadows: Object.fromEntries(
      ['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [
        size,
        '0 8px 28px rgb(33 24 10 / 0.14), 0 1px 3px rgb(33 24 10 / 0.1)',
      ]),
    ),
    colors: {
      accent: scaleOf(accent ?? DEFAULT_ACCENT),
      gray: NEUTRALS.light,
      dark,
      red: scaleOf(MEANINGS.light.problem[0]),
      green: scaleOf(MEANINGS.light.good[0]),
      yellow: scaleOf(MEANINGS.light.attention[0]),
    },
    primaryColor: 'accent',
    primaryShade: { light: 6, dark: 4 },
    // Filled shades are dark in the light theme and light in the dark one, and their text the reverse.
    variantColorResolver: (input) => {
      const colors = defaultVariantColorsResolver(input);
      return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
    },
    white: '#ffffff',
    black: NEUTRALS.light[11],
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Button: { defaultProps: { size: 'md', component: ButtonElement } },
      TextInput: { defaultProps: { size: 'md' } },
      PasswordInput: { defaultProps: { size: 'md' } },
      Textarea: { defaultProps: { size: 'md' } },
      // With large text the arrows would leave no room for the chosen option.
      NativeSelect: { defaultProps: { size: 'md', rightSectionWidth: 'calc(min(2.5rem, 9vw))' } },
      Anchor: { defaultProps: { underline: 'always' } },
    },
  });
}

function schemeVariables(scheme: Scheme): Record<string, string> {
  const neutrals = NEUTRALS[scheme];
  return {
    ...tokensOf(scheme),
    '--mantine-color-body': neutrals[0],
    '--mantine-color-text': neutrals[11],
    '--mantine-color-bright': neutrals[11],
    '--mantine-color-dimmed': neutrals[9],
    '--mantine-color-placeholder': scheme === 'light' ? '#736b60' : neutrals[8],
    '--mantine-color-default': scheme === 'light' ? '#ffffff' : neutrals[1],
    '--mantine-color-default-hover': neutrals[2],
    '--mantine-color-default-color': neutrals[11],
    '--mantine-color-default-border': scheme === 'light' ? neutrals[8] : neutrals[7],
    '--mantine-color-disabled': neutrals[2],
    '--mantine-color-disabled-color': neutrals[9],
    '--mantine-color-disabled-border': neutrals[4],
    '--mantine-color-error': MEANINGS[scheme].problem[0],
    '--mantine-color-success': MEANINGS[scheme].good[0],
    '--mantine-color-anchor': `var(--mantine-color-accent-${scheme === 'light' ? 6 : 4})`,
    ...(scheme === 'dark' && { '--mantine-color-red-outline': MEANINGS.dark.problem[0] }),
    '--accent': `var(--mantine-color-accent-${scheme === 'light' ? 6 : 4})`,
    '--accent-ground': scheme === 'light' ? 'var(--mantine-color-accent-0)' : neutrals[3],
  };
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--column': '42.5rem',
    // Narrower where large text leaves little room on a phone.
    '--gutter': 'min(1rem, 4.1vw)',
    '--measure': '68ch',
    '--quick': '150ms',
  },
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
});
