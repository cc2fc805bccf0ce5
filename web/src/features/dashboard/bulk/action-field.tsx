import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { APPLICATION_STATUSES, isApplicationStatus } from '../../../../../domain/application/statuses.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { adminsQuery } from '../../../shared/staff-queries/list-queries.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { useSendableTemplates } from '../../../shared/staff-queries/template-queries.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import classes from './bulk.module.css';
import type { WantedAction } from './queries.ts';

interface Field {
  readonly value: string;
  readonly onChoose: (value: string, action: WantedAction | null) => void;
}

const STATUSES = APPLICATION_STATUSES.filter((status) => status !== 'TRANSFERRED');

export function StatusField({ value, onChoose }: Field) {
  return (
    <>
      <NativeSelect
        size="sm"
        label="New status"
        value={value}
        onChange={({ currentTarget: { value: status } }) =>
          onChoose(status, isApplicationStatus(status) ? { kind: 'status', status } : null)
        }
        data={[{ value: '', label: 'Select a status' }, ...STATUSES]}
      />
      <p className={classes.aside}>{TEXTS.bulk.transferOneByOne}</p>
    </>
  );
}

const NO_ASSIGNEE = 'unassigned';

export function AssigneeField({ value, onChoose }: Field) {
  const call = useStaffNames();
  const { data: admins = [], error } = useQuery(adminsQuery);
  return (
    <>
      <NativeSelect
        size="sm"
        label="Assignee"
        value={value}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChoose(chosen, chosen === '' ? null : { kind: 'assign', userId: chosen === NO_ASSIGNEE ? null : chosen })
        }
        data={[
          { value: '', label: 'Select a person' },
          { value: NO_ASSIGNEE, label: 'UNASSIGNED' },
          ...admins.map(({ _id, email }) => ({ value: _id, label: call(email) ?? '' })),
        ]}
      />
      <Problem error={error} />
    </>
  );
}

export function TemplateField({ organizationId, value, onChoose }: Field & { organizationId: string }) {
  const { sendable = [], error } = useSendableTemplates(organizationId);
  return (
    <>
      <NativeSelect
        size="sm"
        label="Email template"
        value={value}
        onChange={({ currentTarget: { value: templateId } }) =>
          onChoose(templateId, templateId === '' ? null : { kind: 'template', templateId })
        }
        data={[
          { value: '', label: 'Select a template' },
          ...sendable.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <Problem error={error} />
    </>
  );
}
