import { useQuery } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { PaymentModel } from '../../../../api/contract/payment-models.ts';
import { can } from '../../../../domain/access/policy.ts';
import { hasReached } from '../../../../domain/application/statuses.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { formatMoney } from '../../shared/application/money.ts';
import { PlanCard } from '../../shared/application/plan-card.tsx';
import { planWords } from '../../shared/application/plan-words.ts';
import classes from '../../shared/application/plans.module.css';
import { useRehearsal } from '../../shared/application/rehearsal.ts';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { useActor } from '../../shared/session/session.ts';
import { showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice, Problem } from '../../shared/ui/notice.tsx';
import { isHeldUp, OfflineNote } from '../../shared/ui/online.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { chosenPlanQuery, plansQuery, useChoosePlan } from './plan-queries.ts';

const question = (plan: PaymentModel, isOwn: boolean): string => {
  const meaning = `${formatMoney(plan.totalCost, plan.currency)} in total: ${planWords(plan)}`;
  const later = isOwn ? TEXTS.myApplication.planCanChange : TEXTS.myApplication.planShownAtOnce;
  return `Choose “${plan.name}”? ${meaning} ${later}`;
};

function usePlans(application: ApplicationView, offered: readonly string[]) {
  const { organizationId, selectedPaymentModelId: chosenId = null } = application;
  const plans = useQuery(plansQuery(organizationId));
  const isListed = plans.data?.some(({ _id }) => _id === chosenId);
  // A deleted plan stays readable only for the person who chose it.
  const chosen = useQuery({ ...chosenPlanQuery(chosenId ?? ''), enabled: chosenId !== null && isListed === false });
  const known = [...(plans.data ?? []), ...(chosen.data ? [chosen.data] : [])];
  const ids = [...new Set([...offered, ...(chosenId ? [chosenId] : [])])];
  return { query: plans, shown: ids.flatMap((id) => known.find(({ _id }) => _id === id) ?? []), chosenId };
}

function PlanSkeleton({ count }: { count: number }) {
  return (
    <Loading label="Loading the payment plans">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones are all alike
        <Bone key={index} height="13rem" />
      ))}
    </Loading>
  );
}

export function PlanStep({
  application,
  offered,
  isOwn,
  isReadOnly,
  onChosen,
}: {
  application: ApplicationView;
  offered: readonly string[];
  isOwn: boolean;
  isReadOnly: boolean;
  onChosen: () => void;
}) {
  const actor = useActor();
  const { organizationId } = application;
  // A preview shows the applicant's words, but loads the plans with the rights of the staff member.
  const isApplicant = useRehearsal() === null && isOwn;
  if (!can(actor, 'paymentModel.read', { organizationId, isOwn: isApplicant })) {
    return <Notice>{TEXTS.paymentModels.adminsOnly}</Notice>;
  }
  return (
    <Plans application={application} offered={offered} isOwn={isOwn} isReadOnly={isReadOnly} onChosen={onChosen} />
  );
}

function Plans({ application, offered, isOwn, isReadOnly, onChosen }: Parameters<typeof PlanStep>[0]) {
  const { query, shown, chosenId } = usePlans(application, offered);
  const choose = useChoosePlan(application);
  const isFixed = chosenId !== null && hasReached(application.status, 'CONTRACT RECEIVED');
  const mayChoose = !isReadOnly && !isFixed;
  if (query.isPending) return <PlanSkeleton count={offered.length} />;
  if (query.isLoadingError) {
    return (
      <ErrorState
        title="The payment plans could not be loaded"
        order={2}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const cards = mayChoose ? shown : shown.filter(({ _id }) => _id === chosenId);
  const ask = async (plan: PaymentModel) => {
    const confirmLabel = isOwn ? 'Choose this plan' : 'Choose this plan for the applicant';
    if (await showConfirm(question(plan, isOwn), { confirmLabel })) choose.mutate(plan._id, { onSuccess: onChosen });
  };
  return (
    <div className={classes.plans}>
      {isFixed && <Notice>{isOwn ? TEXTS.applications.planIsFixed : TEXTS.myApplication.planIsFixed}</Notice>}
      {!isFixed && isReadOnly && chosenId === null && <p>{TEXTS.myApplication.noPlan}</p>}
      {mayChoose && cards.length === 0 && <p>{TEXTS.myApplication.noPlanOffered}</p>}
      {cards.map((plan) => (
        <PlanCard
          key={plan._id}
          plan={plan}
          isOwn={isOwn}
          isChosen={plan._id === chosenId}
          isFixed={isFixed}
          action={
            mayChoose && plan._id !== chosenId && !plan.isDeleted
              ? {
                  label: chosenId === null ? 'Choose this plan' : 'Change to this plan',
                  isBusy: choose.isPending && !isHeldUp(choose) && choose.variables === plan._id,
                  onPress: () => void ask(plan),
                }
              : null
          }
        />
      ))}
      {isHeldUp(choose) && <OfflineNote className={classes.quiet} />}
      {choose.error && <Problem error={TEXTS.applications.updateFailed(messageOf(choose.error))} />}
    </div>
  );
}
