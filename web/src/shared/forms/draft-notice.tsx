import { Button } from '@mantine/core';
import { formatAgo } from '../dates/dates.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Elsewhere } from './draft-elsewhere.ts';
import classes from './forms.module.css';

export function DraftNotice({
  elsewhere: { isShown, savedAt, other },
  onSwap,
  onDiscard,
  onDismiss,
}: {
  elsewhere: Elsewhere;
  onSwap: () => void;
  onDiscard: () => void;
  onDismiss: () => void;
}) {
  const when = formatAgo(savedAt);
  return (
    <Notice role="status">
      <p className={classes.noticeWords}>
        {isShown
          ? `Draft from another device or visit, typed ${when}. It is not saved yet.`
          : `These are the words of this device. There is also a draft from another device, typed ${when}.`}
      </p>
      <div className={classes.noticeButtons}>
        <Button size="compact-sm" variant="default" onClick={onDismiss}>
          {isShown ? 'Go on with it' : 'Go on with these'}
        </Button>
        {other && (
          <Button size="compact-sm" variant="default" onClick={onSwap}>
            {isShown ? 'Take the words of this device' : 'Take the other draft'}
          </Button>
        )}
        {isShown && (
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            Throw it away
          </Button>
        )}
      </div>
    </Notice>
  );
}
