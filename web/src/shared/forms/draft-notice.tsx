import { Button } from '@mantine/core';
import { TEXTS } from '../../../../domain/text/texts.ts';
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
        {isShown ? TEXTS.editing.draftElsewhere(when) : TEXTS.editing.draftHereAndThere(when)}
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
