import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { FieldValue } from '../../../../domain/application/events.ts';
import type { Form } from '../../../../domain/process/config.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { isConflict, messageOf, problemsOf } from '../../shared/api/api-client.ts';
import { addressOfFile, shortFileName } from '../../shared/files/files.ts';
import { answersOf, changedValues } from '../../shared/forms/changed-values.ts';
import { DynamicForm } from '../../shared/forms/dynamic-form.tsx';
import type { Field, Values } from '../../shared/forms/field-errors.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { Problem } from '../../shared/ui/notice.tsx';
import { isHeldUp, useWithdrawWaiting } from '../../shared/ui/online.tsx';
import classes from './application.module.css';
import { saveStepKey, useSaveStep } from './queries.ts';

function Answer({ value }: { value: FieldValue }) {
  if (typeof value === 'string') return value || '—';
  return (
    <a href={addressOfFile(value)} title={value.fileName}>
      {shortFileName(value.fileName)}
    </a>
  );
}

function Answers({ fields, values }: { fields: readonly Field[]; values: Values }) {
  return (
    <dl className={classes.details} style={{ margin: 0 }}>
      {fields.map(({ name, label }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd style={{ whiteSpace: 'pre-wrap' }} dir="auto">
            <Answer value={values[name] ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function FormStep({
  stepId,
  application,
  form,
  isReadOnly,
  onSaved,
}: {
  stepId: string;
  application: ApplicationView;
  form: Form;
  isReadOnly: boolean;
  onSaved: () => void;
}) {
  const save = useSaveStep(application, form);
  const withdrawWaiting = useWithdrawWaiting(saveStepKey(application._id, form));
  const [isSaved, setIsSaved] = useState(false);
  const saved = answersOf(
    form.fields.map(({ name }) => name),
    application,
  );
  if (isReadOnly) return <Answers fields={form.fields} values={saved} />;
  const send = (values: Values) => {
    withdrawWaiting();
    const changes = changedValues(saved, values);
    if (Object.keys(changes).length === 0) {
      save.reset();
      setIsSaved(true);
      return;
    }
    setIsSaved(false);
    save.mutate(changes, {
      onSuccess: () => {
        setIsSaved(true);
        onSaved();
      },
    });
  };
  // The form shows conflicts itself.
  const failure = isConflict(save.error) ? null : save.error;
  return (
    <>
      {failure && <Problem error={TEXTS.applications.updateFailed(messageOf(failure))} />}
      <DynamicForm
        fields={form.fields}
        organizationId={application.organizationId}
        saved={saved}
        draftName={`application.${application._id}.${stepId}`}
        submitLabel="Save"
        isBusy={save.isPending && !save.isPaused}
        isWaiting={isHeldUp(save)}
        onSubmit={send}
        problems={problemsOf(failure)}
        status={
          isSaved && (
            <span className={formClasses.kept} role="status">
              <IconCircleCheck size={16} stroke={1.75} aria-hidden /> Saved a moment ago
            </span>
          )
        }
      />
    </>
  );
}
