import { IconAlertTriangle, IconBell, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { messageOf } from '../api/api-client.ts';
import type { Meaning } from '../theme/tokens.ts';
import classes from './notice.module.css';

const ICONS = {
  problem: IconAlertTriangle,
  attention: IconBell,
  good: IconCircleCheck,
  neutral: IconInfoCircle,
} as const satisfies Record<Meaning, unknown>;

export function Notice({
  meaning = 'neutral',
  role,
  id,
  ref,
  children,
}: {
  meaning?: Meaning;
  role?: 'alert' | 'status';
  id?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}) {
  const Icon = ICONS[meaning];
  return (
    <div
      ref={ref}
      role={role}
      id={id}
      tabIndex={ref ? -1 : undefined}
      className={classes.notice}
      style={
        { '--notice-words': `var(--${meaning})`, '--notice-ground': `var(--${meaning}-ground)` } as React.CSSProperties
      }
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** Use as a `ref`: focuses the element when it appears, because the pressed button was disabled and has lost the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

export function Problem({ error, takesFocus = false }: { error: unknown; takesFocus?: boolean }) {
  if (!error) return null;
  return (
    <Notice meaning="problem" role="alert" {...(takesFocus ? { ref: takeFocus } : {})}>
      {typeof error === 'string' ? error : messageOf(error)}
    </Notice>
  );
}
