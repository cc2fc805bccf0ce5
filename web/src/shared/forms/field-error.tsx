import { IconAlertCircle } from '@tabler/icons-react';
import classes from './forms.module.css';

export const errorIdOf = (inputId: string): string => `${inputId}-error`;

/** Under the control with this id. */
export function FieldError({ inputId, error }: { inputId: string; error: string }) {
  return (
    <p id={errorIdOf(inputId)} className={classes.error}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden /> {error}
    </p>
  );
}
