import { NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { keyOf } from '../../shared/api/calls.ts';
import { chosenPlanQuery, plansQuery } from '../application/plan-queries.ts';
import classes from './application-panel.module.css';
import { ChoiceButtons } from './choice-buttons.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { useOutline } from './history/use-names.ts';
import { PlanPreview } from './plan-preview.tsx';
import { SavedNote } from './saved-note.tsx';
import { useChoice } from './use-choice.ts';

const NO_PLAN = '';

function useChoices(application: ApplicationView): readonly { value: string; label: string }[] {
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

export function PlanTool({ application }: { application: ApplicationView }) {
  const id = useId();
  const client = useQueryClient();
  const choices = useChoices(application);
  const choice = useChoice<string>(application, 'plan', application.selectedPaymentModelId ?? NO_PLAN);
  const { value: plan, isChanged, conflict, forget } = choice;
  const planId = plan === NO_PLAN ? null : plan;
  const save = async (upon?: { since: number }) => {
    const changed = { selectedPaymentModelId: planId };
    await choice.save(plan, { changes: changed, preview: changed, ...upon });
    void client.invalidateQueries({ queryKey: keyOf('/api/paymentAccounts') });
  };
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ since: choice.since });
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Payment plan
      </label>
      <NativeSelect
        ref={choice.select}
        id={id}
        size="sm"
        value={plan}
        data={[...choices]}
        onChange={({ currentTarget }) => choice.choose(currentTarget.value)}
      />
      {isChanged && !conflict && (
        <>
          <PlanPreview applicationId={application._id} planId={planId} />
          <div className={classes.line}>
            <ChoiceButtons label="Save payment plan" isPending={choice.isPending} onCancel={forget} />
          </div>
        </>
      )}
      <SavedNote isShown={choice.isSaved} />
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
