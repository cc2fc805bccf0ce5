import { VisuallyHidden } from '@mantine/core';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';

/** Shortened; a screen reader gets the whole name, and a pointer shows it. */
export function FileName({ name }: { name: string }) {
  const short = shortFileName(name);
  return (
    <bdi title={name}>
      {short === name ? (
        name
      ) : (
        <>
          <span aria-hidden>{short}</span>
          <VisuallyHidden>{name}</VisuallyHidden>
        </>
      )}
    </bdi>
  );
}
