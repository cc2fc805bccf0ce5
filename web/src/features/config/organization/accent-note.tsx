import { contrast } from '../../../shared/theme/accent.ts';
import { accentOf, DEFAULT_ACCENT, NEUTRALS } from '../../../shared/theme/tokens.ts';
import classes from './organization.module.css';

const COLOUR = /^#[0-9a-f]{6}$/i;

const THEMES = [
  { name: 'Light theme', shade: 6, ground: NEUTRALS.light[0], on: '#ffffff' },
  { name: 'Dark theme', shade: 4, ground: NEUTRALS.dark[0], on: NEUTRALS.dark[0] },
] as const;

/** How the accent looks in both themes, and how far it was moved to stay readable. */
export function AccentNote({ typed }: { typed: string }) {
  const text = typed.trim();
  if (text !== '' && !COLOUR.test(text)) return null;
  const wanted = text === '' ? DEFAULT_ACCENT : text;
  const scale = accentOf(wanted);
  return (
    <ul className={classes.themes}>
      {THEMES.map(({ name, shade, ground, on }) => {
        const used = scale[shade];
        const asWanted = contrast(wanted, ground);
        const isMoved = used.toLowerCase() !== wanted.toLowerCase();
        return (
          <li key={name}>
            <span className={classes.sample} style={{ background: ground, color: used }} aria-hidden>
              Link <span style={{ background: used, color: on }}>Button</span>
            </span>
            <span>
              {name}: contrast {contrast(used, ground).toFixed(1)}
              {isMoved && ` with ${used} (${asWanted.toFixed(1)} with your color)`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
