import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Member } from '../../../../../api/contract/accounts.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { FACTOR_DAYS_AHEAD } from '../../../../../domain/organization/factor-requirement.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { addDays, dayIn } from '../../../../../domain/values/days.ts';
import { problemsOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { USER_KEY } from '../../../shared/api/keys.ts';
import { serverNow } from '../../../shared/api/server-clock.ts';
import { formatCalendarDay } from '../../../shared/dates/day.ts';
import { useActor } from '../../../shared/session/session.ts';
import { showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Problem } from '../../../shared/ui/notice.tsx';
import { organizationConfigQuery } from '../organization/queries.ts';
import { membersQuery } from './queries.ts';
import classes from './users.module.css';

const TEXT = TEXTS.requiredFactors;
const MOST_NAMED = 20;

function named(members: readonly Member[]): string {
  const names = members.slice(0, MOST_NAMED).map(({ name, email }) => name ?? email);
  const others = members.length - names.length;
  return others > 0 ? TEXT.andOthers(names.join(', '), others) : names.join(', ');
}

/** From when on all staff need a second factor, and who has none yet. Owners change it. */
export function RequireFactor({ organization, members }: { organization: Organization; members: readonly Member[] }) {
  const id = useId();
  const organizationId = organization._id;
  const mayChange = can(useActor(), 'organization.requireFactors', { organizationId });
  const { data } = useQuery(organizationConfigQuery(organizationId));
  if (!data) return null;
  const { secondFactorFrom: from = null, timeZone } = data;
  const today = dayIn(timeZone, serverNow());
  const without = members.filter(({ hasAuthenticator, passkeys }) => !hasAuthenticator && passkeys === 0);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id}>{TEXT.title}</h3>
      <p aria-live="polite">
        {from === null
          ? TEXT.off
          : from > today
            ? TEXT.from(formatCalendarDay(from))
            : TEXT.since(formatCalendarDay(from))}{' '}
        {without.length === 0 ? TEXT.nobodyWithout : TEXT.without(without.length, named(without))}
      </p>
      {mayChange && (
        <Change key={from} organizationId={organizationId} from={from} today={today} without={without.length} />
      )}
    </section>
  );
}

interface ChangeProps {
  readonly organizationId: string;
  readonly from: string | null;
  readonly today: string;
  /** How many members have no second factor. */
  readonly without: number;
}

function Change({ organizationId, from, today, without }: ChangeProps) {
  const client = useQueryClient();
  const helpId = useId();
  const [day, setDay] = useState(from ?? '');
  const change = useMutation({
    mutationFn: (wanted: string | null) =>
      call('PUT /api/organizations/{id}/secondFactor', { params: { id: organizationId }, body: { from: wanted } }),
    onSuccess: (changed) => {
      client.setQueryData(organizationConfigQuery(organizationId).queryKey, changed);
      void client.invalidateQueries({ queryKey: membersQuery(organizationId, null).queryKey });
      void client.invalidateQueries({ queryKey: USER_KEY });
    },
  });
  const isStanding = day === (from ?? '');
  const problem = problemsOf(change.error).find(({ field }) => field === 'from');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isSure =
      day > today || without === 0 || (await showConfirm(TEXT.confirmNow(without), { confirmLabel: 'Require it' }));
    if (isSure) change.mutate(day);
  };
  return (
    <>
      <p className={classes.help} id={helpId}>
        {TEXT.help}
      </p>
      <form noValidate className={classes.line} aria-describedby={helpId} onSubmit={(event) => void submit(event)}>
        <TextInput
          size="sm"
          type="date"
          label="Required from"
          min={today}
          max={addDays(today, FACTOR_DAYS_AHEAD)}
          value={day}
          error={problem?.message}
          disabled={change.isPending}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={change.isPending} disabled={day === '' || isStanding}>
          {from === null ? 'Require it' : 'Change the day'}
        </Button>
        {from !== null && (
          <Button variant="default" size="sm" disabled={change.isPending} onClick={() => change.mutate(null)}>
            Stop requiring it
          </Button>
        )}
      </form>
      {!problem && <Problem error={change.error} takesFocus />}
    </>
  );
}
