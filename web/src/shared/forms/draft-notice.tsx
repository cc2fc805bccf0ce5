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
          : `This is what you typed on this device. There is also a draft from another device, typed ${when}.`}
      </p>
      <div className={classes.noticeButtons}>
        <Button size="compact-sm" variant="default" onClick={onDismiss}>
          {isShown ? 'Continue with it' : 'Continue with this'}
        </Button>
        {other && (
          <Button size="compact-sm" variant="default" onClick={onSwap}>
            {isShown ? 'Use this device’s draft' : 'Use the other draft'}
          </Button>
        )}
        {isShown && (
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            Delete draft
          </Button>
        )}
      </div>
    </Notice>
  );
}
