import { Button } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { isConflict, messageOf, problemsOf } from '../../shared/api/api-client.ts';
import { Answers } from '../../shared/application/answers.tsx';
import { answersOf, changedValues } from '../../shared/forms/changed-values.ts';
import { DynamicForm } from '../../shared/forms/dynamic-form.tsx';
import type { Values } from '../../shared/forms/field-errors.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { Problem } from '../../shared/ui/notice.tsx';
import { isHeldUp, useWithdrawWaiting } from '../../shared/ui/online.tsx';
import { type AskedForm, saveStepKey, useSaveStep } from './queries.ts';
import type { NextStep } from './step-body.tsx';

const SAVE = { submit: 'Save', done: 'Saved a moment ago' };

export function FormStep({
  stepId,
  application,
  form,
  isReadOnly,
  next,
  words = SAVE,
  onSaved,
}: {
  stepId: string;
  application: ApplicationView;
  form: AskedForm;
  isReadOnly: boolean;
  next: NextStep | null;
  words?: { readonly submit: string; readonly done: string };
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
        submitLabel={words.submit}
        isBusy={save.isPending && !save.isPaused}
        isWaiting={isHeldUp(save)}
        onSubmit={send}
        problems={problemsOf(failure)}
        status={
          isSaved && (
            <>
              <span className={formClasses.kept} role="status">
                <IconCircleCheck size={16} stroke={1.75} aria-hidden /> {words.done}
              </span>
              {next && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  className={formClasses.next}
                  rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
                  onClick={next.open}
                >
                  Next: {next.title}
                </Button>
              )}
            </>
          )
        }
      />
    </>
  );
}
