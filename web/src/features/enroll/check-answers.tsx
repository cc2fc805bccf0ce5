import { Button, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { FileName } from '../../shared/files/file-name.tsx';
import { isStoredFile } from '../../shared/files/files.ts';
import type { Field, Values } from '../../shared/forms/field-errors.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { Problem } from '../../shared/ui/notice.tsx';
import { OfflineNote } from '../../shared/ui/online.tsx';
import classes from './enroll.module.css';

const Answer = ({ value }: { value: FieldValue }) =>
  isStoredFile(value) ? <FileName name={value.fileName} /> : value.trim() || '—';

export function CheckAnswers({
  fields,
  values,
  problem,
  isBusy,
  isWaiting,
  onBack,
  onSend,
}: {
  fields: readonly Field[];
  values: Values;
  problem: React.ReactNode;
  isBusy: boolean;
  isWaiting: boolean;
  onBack: () => void;
  onSend: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div className={classes.stack}>
      <Title order={2} ref={heading} tabIndex={-1}>
        Check your answers
      </Title>
      <dl className={classes.answers}>
        {fields.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd dir="auto">
              <Answer value={values[name] ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
      {typeof problem === 'string' ? <Problem error={problem} /> : problem}
      <div className={`${formClasses.actions} ${classes.send}`}>
        <Button onClick={onSend} loading={isBusy}>
          Submit application
        </Button>
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          Edit answers
        </Button>
        {isWaiting && <OfflineNote className={formClasses.kept} />}
      </div>
    </div>
  );
}
