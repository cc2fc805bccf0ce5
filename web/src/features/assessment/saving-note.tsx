import { IconCloudCheck, IconCloudOff, IconDeviceFloppy, IconRefresh } from '@tabler/icons-react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import classes from './assessment.module.css';
import type { SavingState } from './use-answers.ts';

const WORDS: Readonly<Record<SavingState, { Icon: typeof IconCloudCheck; words: string }>> = {
  saved: { Icon: IconCloudCheck, words: 'All your answers are saved' },
  kept: { Icon: IconDeviceFloppy, words: 'Saving…' },
  saving: { Icon: IconRefresh, words: 'Saving…' },
  failed: {
    Icon: IconCloudOff,
    words: TEXTS.assessing.notSavedYet,
  },
};

/** The saving state. Screen readers hear only failures, because the rest would interrupt every question. */
export function SavingNote({ state }: { state: SavingState }) {
  const { Icon, words } = WORDS[state];
  return (
    <p
      className={state === 'failed' ? `${classes.saving} ${classes.unsaved}` : classes.saving}
      aria-live={state === 'failed' ? 'polite' : 'off'}
      data-saving={state}
    >
      <Icon size={16} stroke={1.75} aria-hidden /> {words}
    </p>
  );
}
