import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { OfflineNote } from '../ui/online.tsx';
import { DraftNotices } from './draft-notices.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { asQuestions, type Values } from './field-errors.ts';
import { FormAnswer } from './form-answer.tsx';
import classes from './forms.module.css';
import { type DraftedFormOptions, useDraftedForm } from './use-drafted-form.ts';

interface DynamicFormProps extends DraftedFormOptions {
  readonly submitLabel: string;
  readonly onSubmit: (values: Values) => void;
  readonly isBusy?: boolean;
  readonly isWaiting?: boolean;
  readonly isDisabled?: boolean;
  readonly status?: ReactNode;
}

export function DynamicForm({
  submitLabel,
  onSubmit,
  status,
  isBusy,
  isWaiting,
  isDisabled,
  fields: asked,
  ...others
}: DynamicFormProps) {
  const fields = useMemo(() => asQuestions(asked), [asked]);
  const options = { ...others, fields };
  const drafted = useDraftedForm(options);
  const { formId, form, errors, callbacks, summary, draft } = drafted;
  return (
    <form noValidate className={classes.form} onSubmit={drafted.submitTo(onSubmit)}>
      <DraftNotices drafted={drafted} saved={options.saved} />
      <ErrorSummary formId={formId} fields={fields} errors={errors} ref={summary} />
      {fields.map((field) => (
        <FormAnswer
          key={field.name}
          formId={formId}
          field={field}
          value={form.values[field.name] ?? ''}
          error={errors[field.name] ?? null}
          isDisabled={isDisabled ?? false}
          callbacks={callbacks}
        />
      ))}
      {!isDisabled && (
        <div className={classes.actions}>
          <Button type="submit" loading={isBusy ?? false}>
            {submitLabel}
          </Button>
          {isWaiting ? (
            <OfflineNote className={classes.kept} />
          ) : draft.kept !== 'nowhere' ? (
            <span className={classes.kept}>
              <IconDeviceFloppy size={16} stroke={1.75} aria-hidden /> Draft saved on this device
              {draft.kept === 'account' ? ' and in your account' : draft.refusal && ` only. ${draft.refusal}`}
            </span>
          ) : (
            status
          )}
        </div>
      )}
    </form>
  );
}
