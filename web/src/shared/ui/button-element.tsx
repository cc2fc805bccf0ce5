import type { ComponentProps, MouseEvent } from 'react';

/** What Mantine's buttons give to their element. */
type Props = ComponentProps<'button'> & { 'data-loading'?: boolean };

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * The element of every Mantine button. A disabled element loses the keyboard's focus, so a button that waits is only marked as
 * disabled and refuses presses, also those that Enter in a field causes. The second press of a double click can come before the
 * button waits, so it never submits.
 */
export function ButtonElement({ disabled = false, type = 'button', onClick, ...props }: Props) {
  const isWaiting = Boolean(props['data-loading']);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isWaiting || (type === 'submit' && event.detail > 1)) refuse(event);
    else onClick?.(event);
  };
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isWaiting}
      {...(isWaiting && { 'aria-disabled': true })}
      onClick={press}
    />
  );
}
