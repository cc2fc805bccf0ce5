import { accentOf, type Scheme, tokensOf } from '../shared/theme/tokens.ts';

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** Sets the theme from `theme=` of the frame's address, else from the visitor's system, and the school's accent. */
export function dress(theme: string | null, accentColor: string | null | undefined): void {
  const accent = accentOf(accentColor);
  const { style } = document.documentElement;
  const wear = () => {
    const scheme: Scheme = theme === 'light' || theme === 'dark' ? theme : DARK.matches ? 'dark' : 'light';
    style.colorScheme = scheme;
    for (const [name, value] of Object.entries(tokensOf(scheme))) style.setProperty(name, value);
    style.setProperty('--accent', accent[scheme === 'light' ? 6 : 4]);
  };
  wear();
  DARK.onchange = wear;
}
