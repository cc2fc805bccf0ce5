import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { CSSProperties } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import type { Meaning } from '../theme/tokens.ts';
import classes from './new-password.module.css';
import { type Strength, strengthOf } from './password-strength.ts';

const LOOKS: Readonly<Record<Strength, { bars: number; meaning: Meaning; words: string }>> = {
  short: { bars: 1, meaning: 'problem', words: 'Too short' },
  weak: { bars: 2, meaning: 'attention', words: TEXTS.fields.easyToGuess },
  good: { bars: 3, meaning: 'good', words: 'Good' },
  strong: { bars: 4, meaning: 'good', words: 'Strong' },
};

function StrengthHint({ password }: { password: string }) {
  const look = password === '' ? null : LOOKS[strengthOf(password)];
  const style = look ? ({ '--strength': `var(--${look.meaning})` } as CSSProperties) : {};
  return (
    <div className={classes.hint} style={style}>
      <span className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classes.bar} data-is-full={bar <= (look?.bars ?? 0)} />
        ))}
      </span>
      <span role="status">{look?.words}</span>
    </div>
  );
}

export function NewPassword({
  value,
  help = TEXTS.fields.eightCharacters,
  ...props
}: Omit<PasswordInputProps, 'value'> & { value: string; help?: string }) {
  return (
    <div>
      <PasswordInput
        {...props}
        value={value}
        description={help}
        // The library marks only a wrapper, which screen readers ignore.
        aria-invalid={Boolean(props.error)}
        required
        withAsterisk={false}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      <StrengthHint password={value} />
    </div>
  );
}
