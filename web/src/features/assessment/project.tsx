import { Title } from '@mantine/core';
import { IconAlarm, IconClock } from '@tabler/icons-react';
import { useId } from 'react';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { formatMinutes } from '../../shared/dates/duration.ts';
import { type Uploader, uploaderTo } from '../../shared/files/upload.ts';
import { FileField } from '../../shared/forms/file-field.tsx';
import formClasses from '../../shared/forms/forms.module.css';
import { showConfirm } from '../../shared/ui/dialogs.tsx';
import classes from './assessment.module.css';
import { useSecondsLeft } from './time-left.ts';

function DueDate({ dueAt }: { dueAt: string }) {
  const seconds = useSecondsLeft(dueAt) ?? 0;
  const isLate = seconds <= 0;
  const Icon = isLate ? IconAlarm : IconClock;
  return (
    <p className={isLate ? `${classes.saving} ${classes.unsaved}` : classes.saving}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>
        {isLate ? 'Was due on ' : 'Due on '}
        <Moment at={dueAt} />
        {isLate
          ? '. You can still submit it; it will be marked as late.'
          : `, ${formatMinutes(Math.ceil(seconds / 60))} from now.`}
      </span>
    </p>
  );
}

export function Project({ solution, onSubmitted }: { solution: Solution; onSubmitted: () => void }) {
  const { _id: targetId, dueAt } = solution;
  const send = uploaderTo('upload', { targetType: 'solution', targetId, uploadType: 'submission' });
  return <HandIn dueAt={dueAt} send={send} onSubmitted={onSubmitted} />;
}

/** Choosing a file submits the project, so it asks for confirmation first. */
export function HandIn({
  dueAt,
  send,
  onSubmitted,
}: {
  dueAt: string | null;
  send: Uploader;
  onSubmitted: () => void;
}) {
  const id = useId();
  const ask = async ({ name }: File) => {
    const words = TEXTS.assessing.confirmSubmit(shortFileName(name));
    const isConfirmed = await showConfirm(words, { confirmLabel: 'Submit' });
    return isConfirmed ? null : TEXTS.assessing.nothingSubmitted;
  };
  return (
    <section className={classes.part} aria-labelledby="hand-in">
      <Title order={2} size="h3" id="hand-in">
        Submit your work
      </Title>
      {dueAt && <DueDate dueAt={dueAt} />}
      <label htmlFor={id} className={formClasses.label}>
        Your file
      </label>
      <div style={{ width: '100%' }}>
        <FileField
          id={id}
          label="Your file"
          value={null}
          check={ask}
          upload={send}
          onChange={(file) => file && onSubmitted()}
        />
      </div>
    </section>
  );
}
