import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { canBeLimit } from '../../../../domain/application/overdue.ts';
import type { StatusLimit } from '../../../../domain/application/status-limits.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../../domain/application/statuses.ts';
import { call } from '../../shared/api/calls.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { organizationQuery, useOrganization } from '../../shared/organization/organization.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './dashboard.module.css';
import tools from './tools.module.css';

export function TimeLimitsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: organization } = useOrganization();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="limits-title" onClose={onClose}>
      <h2 id="limits-title">Time limits</h2>
      <p className={tools.dialogText}>Applications become overdue after this many days. Leave blank for no limit.</p>
      {organization && <LimitsForm organization={organization} onDone={() => dialog.current?.close()} />}
    </dialog>
  );
}

type Days = Readonly<Partial<Record<ApplicationStatus, string>>>;

/** Text that is no number is sent as a number that the server refuses with its own message. */
function limitsOf(status: ApplicationStatus, days: Days): readonly StatusLimit[] {
  const text = days[status]?.trim();
  return text ? [{ status, days: /^\d+$/.test(text) ? Number(text) : 0 }] : [];
}

function LimitsForm({ organization, onDone }: { organization: Organization; onDone: () => void }) {
  const [days, setDays] = useState<Days>(() =>
    Object.fromEntries((organization.statusLimits ?? []).map((limit) => [limit.status, String(limit.days)])),
  );
  const [version] = useState(organization.version);
  const saving = useSaveLimits(organization._id, version, onDone);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(days);
      }}
    >
      <div className={tools.limits}>
        {APPLICATION_STATUSES.map((status) => (
          <div key={status} className={tools.limit}>
            <StatusChip status={status} />
            <TextInput
              size="sm"
              inputMode="numeric"
              aria-label={`Days in ${status}`}
              placeholder="days"
              error={saving.isError && limitsOf(status, days).some((limit) => !canBeLimit(limit.days))}
              value={days[status] ?? ''}
              onChange={({ currentTarget: { value } }) => setDays({ ...days, [status]: value })}
            />
          </div>
        ))}
      </div>
      <Problem error={saving.error} />
      <div className={tools.buttons}>
        <Button type="submit" loading={saving.isPending}>
          Save time limits
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function useSaveLimits(organizationId: string, version: number, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (days: Days) => {
      const statusLimits = APPLICATION_STATUSES.flatMap((status) => limitsOf(status, days));
      return call('PUT /api/organizations/{id}', { params: { id: organizationId }, body: { version, statusLimits } });
    },
    onSuccess: (changed) => {
      client.setQueryData(organizationQuery.queryKey, (before) => (before?._id === changed._id ? changed : before));
      onSaved();
    },
    onError: () => client.invalidateQueries({ queryKey: organizationQuery.queryKey }),
  });
}
