import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { type Capability, can } from '../../../../domain/access/policy.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { kindWords } from '../../shared/application/assessment-words.ts';
import { usePageActions } from '../../shared/browser/page-actions.ts';
import { useActor } from '../../shared/session/session.ts';
import { useStaffPages } from '../../shared/session/staff-pages.ts';
import { assessmentsQuery } from '../config/assessments/queries.ts';
import { batchesQuery } from '../config/batches/queries.ts';
import { emailTemplatesQuery } from '../config/email-templates/queries.ts';
import { paymentModelsQuery } from '../config/payment-models/queries.ts';
import { processesQuery } from '../config/processes/queries.ts';
import type { Entry, EntryGroup } from './entries.ts';

const config = (path: string): string => `${pagePath('config')}/${path}`;

/** Everything but applicants that this person may open or do. */
export function useEntries(organization: Organization, settings: readonly Entry[], actions: readonly Entry[]) {
  const actor = useActor();
  const staffPages = useStaffPages();
  const pageActions = usePageActions();
  const { _id: organizationId } = organization;
  const may = (capability: Capability) => can(actor, capability, { organizationId });
  const when = (capability: Capability) => ({ enabled: may(capability), staleTime: 60_000 });
  const batches = useQuery({ ...batchesQuery(organizationId, null), ...when('batch.read') });
  const processes = useQuery({ ...processesQuery(organizationId, null), ...when('process.read') });
  const templates = useQuery({ ...emailTemplatesQuery(organizationId, null), ...when('emailTemplate.read') });
  const models = useQuery({ ...paymentModelsQuery(organizationId, null), ...when('paymentModel.read') });
  const assessments = useQuery({ ...assessmentsQuery(organizationId, null), ...when('assessment.read') });

  const documents = (
    label: string,
    path: string,
    list: readonly { readonly _id: string; readonly name: string; readonly detail?: string }[] = [],
  ): EntryGroup => ({
    label,
    entries: list.map(({ _id, name, detail }) => ({
      id: `${path}-${_id}`,
      label: name,
      ...(detail && { detail }),
      target: config(`${path}/${_id}`),
    })),
  });
  const offered = (capability: Capability, label: string, target: string): readonly Entry[] =>
    may(capability) ? [{ id: `do-${label}`, label, keywords: 'create add', target }] : [];
  const duplicates = may('batch.write') ? (batches.data ?? []) : [];

  const groups: readonly EntryGroup[] = [
    {
      label: 'Actions',
      isShownFirst: true,
      entries: [
        ...pageActions.map(([label, target]) => ({ id: `page-${label}`, label, keywords: 'export', target })),
        ...offered('application.addForOther', 'Add new applicant', `${pagePath('dashboard')}?show=add`),
        ...offered('batch.write', 'New batch', config('batches/new')),
        ...offered('process.write', 'New process', config('processes/new')),
        ...offered('emailTemplate.write', 'New email template', config('emails/new')),
        ...offered('assessment.write', 'New assessment', config('assessments/new')),
        ...offered('paymentModel.write', 'New payment model', config('paymentModels/new')),
        ...offered('webhook.manage', 'New webhook', config('webhooks/new')),
        ...offered('member.manage', 'Invite a user', config('users')),
        ...actions,
      ],
    },
    documents(
      'Batches',
      'batches',
      batches.data?.map(({ _id, name, status }) => ({ _id, name, detail: status })),
    ),
    documents(
      'Forms & processes',
      'processes',
      processes.data?.map(({ _id, config: { label } }) => ({ _id, name: label })),
    ),
    documents(
      'Email templates',
      'emails',
      templates.data?.map(({ _id, name, subject }) => ({ _id, name, detail: subject })),
    ),
    documents('Payment models', 'paymentModels', models.data),
    documents(
      'Assessments',
      'assessments',
      assessments.data?.map((one) => ({ _id: one._id, name: one.name, detail: kindWords(one) })),
    ),
    {
      label: 'Duplicate a batch',
      entries: duplicates.map(({ _id, name }) => ({
        id: `duplicate-${_id}`,
        label: `Duplicate ${name}`,
        target: config(`batches/new?from=${_id}`),
      })),
    },
    { label: 'Settings', entries: settings },
    {
      label: 'Pages',
      isShownFirst: true,
      entries: [
        ...staffPages.map(({ to, label, about }) => ({ id: to, label, detail: about, target: to })),
        { id: 'home', label: 'Home', target: pagePath('home') },
        { id: 'account', label: 'My account', target: pagePath('account') },
      ],
    },
  ];
  const failed = [batches, processes, templates, models, assessments].filter(({ error, data }) => error && !data);
  return {
    groups,
    batches: batches.data ?? [],
    error: failed[0]?.error ?? null,
    refetch: () => {
      for (const list of failed) void list.refetch();
    },
  };
}
