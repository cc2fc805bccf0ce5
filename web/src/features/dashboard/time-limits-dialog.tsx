import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { canBeLimit } from '../../../../domain/application/overdue.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { call } from '../../shared/api/calls.ts';
import { TimeLimits, type TypedDays, typedDays, typedLimits } from '../../shared/application/time-limits.tsx';
import { organizationQuery, useOrganization } from '../../shared/organization/organization.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './dashboard.module.css';
import tools from './toolbar.module.css';

export function TimeLimitsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: organization } = useOrganization();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="limits-title" onClose={onClose}>
      <h2 id="limits-title">Time limits</h2>
      <p id="limits-help" className={tools.dialogText}>
        {TEXTS.organizations.statusLimitHelp}
      </p>
      {organization && <LimitsForm organization={organization} onDone={() => dialog.current?.close()} />}
    </dialog>
  );
}

function LimitsForm({ organization, onDone }: { organization: Organization; onDone: () => void }) {
  const [days, setDays] = useState(() => typedDays(organization.statusLimits ?? []));
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
        <TimeLimits
          describedBy="limits-help"
          days={days}
          isInvalid={(limit) => saving.isError && !canBeLimit(Number(limit.days))}
          onChange={setDays}
        />
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
    mutationFn: (days: TypedDays) => {
      // A number that the server refuses with its own message.
      const statusLimits = typedLimits(days).map((limit) => ({ ...limit, days: Number(limit.days) || 0 }));
      return call('PUT /api/organizations/{id}', { params: { id: organizationId }, body: { version, statusLimits } });
    },
    onSuccess: (changed) => {
      client.setQueryData(organizationQuery.queryKey, (before) => (before?._id === changed._id ? changed : before));
      onSaved();
    },
    onError: () => client.invalidateQueries({ queryKey: organizationQuery.queryKey }),
  });
}
