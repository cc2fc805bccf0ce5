import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import { useBaseVersion } from '../../shared/base-version.ts';
import { chosenPlanQuery, plansQuery } from '../application/plan-queries.ts';
import { useOutline } from '../history/use-names.ts';
import classes from './admin.module.css';
import { ConflictNotice } from './conflict-notice.tsx';
import { PlanPreview } from './plan-preview.tsx';
import { useApplicationChange } from './queries.ts';
import { SavedNote } from './saved-note.tsx';

const NO_PLAN = '';

/** Those that the process offers, and the chosen one, wherever it came from (D21). */
function useChoices(application: Application): readonly { value: string; label: string }[] {
  const current = application.selectedPaymentModelId ?? NO_PLAN;
  const { plans: offered } = useOutline(application);
  const { data: plans } = useQuery(plansQuery(application.organizationId));
  const isListed = plans?.some(({ _id }) => _id === current);
  const chosen = useQuery({ ...chosenPlanQuery(current), enabled: current !== NO_PLAN && isListed === false });
  const known = [...(plans ?? []), ...(chosen.data ? [chosen.data] : [])];
  const shown = known.filter(({ _id }) => _id === current || offered.includes(_id));
  const isNamed = current === NO_PLAN || shown.some(({ _id }) => _id === current);
  return [
    { value: NO_PLAN, label: 'No plan' },
    ...(isNamed ? [] : [{ value: current, label: 'The chosen plan' }]),
    ...shown.map(({ _id, name, isDeleted }) => ({
      value: _id,
      label: isDeleted ? `${name} (no longer offered)` : name,
    })),
  ];
}

/** Staff choose how somebody pays; what that would void and issue is seen before it is saved (D30). */
export function PlanTool({ application }: { application: Application }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const client = useQueryClient();
  const select = useRef<HTMLSelectElement>(null);
  const choices = useChoices(application);
  const { change, isPending, isSaved, conflict, dismiss } = useApplicationChange(application);
  const current = application.selectedPaymentModelId ?? NO_PLAN;
  const plan = chosen ?? current;
  const isChanged = plan !== current;
  const since = useBaseVersion(application.version, chosen !== null);
  const forget = () => {
    setChosen(null);
    dismiss();
    select.current?.focus();
  };
  const save = async (upon?: { since: number }) => {
    const selectedPaymentModelId = plan === NO_PLAN ? null : plan;
    await change({ changes: { selectedPaymentModelId }, preview: { selectedPaymentModelId }, ...upon }).then(
      forget,
      () => {
        // Told by the alert or the conflict notice; the choice stays.
      },
    );
    void client.invalidateQueries({ queryKey: ['payments'] });
  };
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ since });
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Payment plan
      </label>
      <NativeSelect
        ref={select}
        id={id}
        size="sm"
        value={plan}
        data={[...choices]}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {isChanged && !conflict && (
        <>
          <PlanPreview applicationId={application._id} planId={plan === NO_PLAN ? null : plan} />
          <div className={classes.line}>
            <Button type="submit" size="sm" loading={isPending}>
              Save payment plan
            </Button>
            <Button size="sm" variant="subtle" onClick={forget}>
              Cancel
            </Button>
          </div>
        </>
      )}
      <SavedNote isShown={isSaved && !isChanged} />
      {conflict && (
        <ConflictNotice
          application={application}
          conflict={conflict}
          mine={choices.find(({ value }) => value === plan)?.label ?? 'another plan'}
          onMine={() => save()}
          onTheirs={forget}
        />
      )}
    </form>
  );
}
