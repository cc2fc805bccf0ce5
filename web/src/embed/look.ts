import { accentOf, type Scheme, tokensOf } from '../shared/theme/tokens.ts';

const DARK = matchMedia('(prefers-color-scheme: dark)');

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
