import { Button } from '@mantine/core';
import { IconMail, IconTag, IconUser } from '@tabler/icons-react';
import { grouped } from '../../../../../domain/text/counted.ts';
import classes from './bulk.module.css';
import type { BulkKind } from './bulk-dialog.tsx';

export function SelectedBar({
  shown,
  onAll,
  onAsk,
  onClear,
}: {
  /** How many applications all batches show; null if all of them are selected. */
  shown: number | null;
  onAll: () => void;
  onAsk: (kind: BulkKind) => void;
  onClear: () => void;
}) {
  return (
    <div className={classes.buttons}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTag size={16} aria-hidden />}
        onClick={() => onAsk('status')}
      >
        Set status
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUser size={16} aria-hidden />}
        onClick={() => onAsk('assign')}
      >
        Assign
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => onAsk('template')}
      >
        Send
      </Button>
      {shown !== null && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          Select all {grouped(shown)} shown
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
