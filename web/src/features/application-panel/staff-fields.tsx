import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import type { DashboardField } from '../../../../domain/process/config.ts';
import { useBaseVersion } from '../../shared/drafts/base-version.ts';
import { uploaderTo } from '../../shared/files/upload.ts';
import { answersOf, changedValues } from '../../shared/forms/changed-values.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import type { Values } from '../../shared/forms/field-errors.ts';
import { FormField } from '../../shared/forms/form-field.tsx';
import { useApplicationChange } from '../../shared/staff-queries/change-queries.ts';
import classes from './application-panel.module.css';
import { ConflictNotice } from './conflict-notice.tsx';
import { SavedNote } from './saved-note.tsx';

export function StaffFields({
  application,
  fields,
}: {
  application: ApplicationView;
  fields: readonly DashboardField[];
}) {
  const formId = useId();
  const saved = answersOf(
    fields.map(({ name }) => name),
    application,
  );
  const draft = useDraft(`staff.${application._id}`);
  const [typed, setTyped] = useState<Values>(draft.initial ?? {});
  const latest = useRef(typed);
  latest.current = typed;
  const form = useRef<HTMLFormElement>(null);
  const { change, isPending, isSaved, conflict, dismiss } = useApplicationChange(application);
  const values = { ...saved, ...typed };
  const changes = changedValues(saved, values);
  const isChanged = Object.keys(changes).length > 0;
  const { since, rebase } = useBaseVersion(application.version, Object.keys(typed).length > 0);
  const forget = () => {
    setTyped({});
    draft.forget();
    dismiss();
    focusFirst();
  };
  const focusFirst = () => form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  /** Keeps what the person typed while these values were being saved. */
  const forgetSaved = (version: number) => {
    const left = Object.fromEntries(Object.entries(latest.current).filter(([name, value]) => value !== values[name]));
    setTyped(left);
    // Others may have changed a field that this save did not have: its base stays, so that its own save reports them.
    if (Object.keys(left).every((name) => name in changes)) rebase(version);
    if (Object.keys(left).length > 0) draft.keep({ ...saved, ...values, ...left }, { ...saved, ...values });
    else draft.forget();
    // The pressed button is gone. The field in which the person types on keeps the focus.
    if (document.activeElement === document.body) focusFirst();
  };
  const save = (upon?: { since: number }) =>
    change({ changes, preview: changes, ...upon }).then(
      ({ version }) => forgetSaved(version),
      () => {
        // The alert or the conflict notice shows the error; the text stays.
      },
    );
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  return (
    <form
      ref={form}
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ since });
      }}
    >
      <h3 className={classes.heading}>Staff notes</h3>
      {fields.map(({ name, label, dataType }) => (
        <FormField
          key={name}
          formId={formId}
          field={{ name, label, dataType: dataType === 'select' ? 'text' : dataType, required: false }}
          answer={{
            value: values[name] ?? '',
            error: null,
            upload: uploaderTo('dynamicUpload', {
              uploadType: label,
              organizationId: application.organizationId,
            }),
            onChange: (value) => {
              const next = { ...typed, [name]: value };
              setTyped(next);
              draft.keep({ ...saved, ...next }, saved);
            },
          }}
        />
      ))}
      {isChanged && !conflict && (
        <div className={classes.line}>
          <Button type="submit" size="sm" loading={isPending}>
            Save {Object.keys(changes).map(labelOf).join(', ')}
          </Button>
          <Button size="sm" variant="subtle" onClick={forget}>
            Cancel
          </Button>
        </div>
      )}
      <SavedNote isShown={isSaved && !isChanged} />
      {conflict && (
        <ConflictNotice
          application={application}
          conflict={conflict}
          mine={textOf(values[conflict.field] ?? '')}
          onMine={() => save()}
          onTheirs={forget}
        />
      )}
    </form>
  );
}
