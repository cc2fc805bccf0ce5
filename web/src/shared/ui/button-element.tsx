import type { ComponentProps, MouseEvent } from 'react';

/** What Mantine's buttons give to their element. */
type Props = ComponentProps<'button'> & { 'data-loading'?: boolean };

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * The element of every Mantine button. A disabled element loses the keyboard's focus, so a button that waits is only marked as
 * disabled and refuses presses, also those that Enter in a field causes.
 */
export function ButtonElement({ disabled = false, type = 'button', onClick, ...props }: Props) {
  const isWaiting = Boolean(props['data-loading']);
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isWaiting}
      {...(isWaiting && { 'aria-disabled': true })}
      onClick={isWaiting ? refuse : onClick}
    />
  );
}
