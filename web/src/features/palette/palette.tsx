import { TEXTS } from '../../../../domain/text/texts.ts';
import '../../shared/ui/mantine-styles.ts';
import { Button, Loader } from '@mantine/core';
import {
  IconArrowRight,
  IconBolt,
  IconCalendarEvent,
  IconChecklist,
  IconCopy,
  IconCreditCard,
  IconListDetails,
  IconMail,
  IconSearch,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Applicant } from '../../../../api/contract/applications.ts';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { can } from '../../../../domain/access/policy.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { SEARCH_LIMIT } from '../../../../domain/text/text-limits.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { applicantDetail, applicantLabel, useApplicantSearch } from '../../shared/applicants/use-applicant-search.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { useActor } from '../../shared/session/session.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import { type Choice, type ChoiceGroup, SearchList } from '../../shared/ui/search-list.tsx';
import { Bone } from '../../shared/ui/skeleton.tsx';
import { type Entry, foundIn } from './entries.ts';
import classes from './palette.module.css';
import { recentApplicantsQuery } from './queries.ts';
import { useEntries } from './use-entries.ts';

const ICONS: Readonly<Record<string, typeof IconBolt>> = {
  Actions: IconBolt,
  Batches: IconCalendarEvent,
  'Forms & processes': IconListDetails,
  'Email templates': IconMail,
  'Payment models': IconCreditCard,
  Assessments: IconChecklist,
  'Duplicate a batch': IconCopy,
  Settings: IconSettings,
};

/** Finds applicants, documents, settings and actions for staff. */
export function Palette({
  organization,
  settings,
  actions,
  recentIds,
  onClose,
}: {
  organization: Organization;
  settings: readonly Entry[];
  actions: readonly Entry[];
  /** Of applications, newest visit first. */
  recentIds: readonly string[];
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const actor = useActor();
  const [text, setText] = useState('');
  const canSearch = can(actor, 'application.list', { organizationId: organization._id });
  const search = useApplicantSearch(canSearch ? text : '');
  const entries = useEntries(organization, settings, actions);
  const recent = useQuery(recentApplicantsQuery(canSearch ? recentIds : []));
  // Closing gives the focus back to what had it.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);

  const run = (target: Entry['target']) => {
    dialog.current?.close();
    onClose();
    if (typeof target === 'string') void navigate(target);
    else target();
  };
  const applicantChoice = (applicant: Omit<Applicant, 'createdAt'>): Choice => ({
    id: applicant._id,
    label: applicantLabel(applicant),
    icon: <IconUser size={18} stroke={1.75} aria-hidden />,
    detail: applicantDetail(applicant, entries.batches.find(({ _id }) => _id === applicant.batchId)?.name),
    end: <StatusChip status={applicant.status} />,
    choose: () => run(pagePath('application', { applicationId: applicant._id })),
  });
  const isEmpty = text.trim() === '';
  const applicants = isEmpty ? (recent.data ?? []) : search.applicants;
  const groups: readonly ChoiceGroup[] = [
    ...(applicants.length > 0
      ? [{ label: isEmpty ? 'Recent applicants' : 'Applicants', choices: applicants.map(applicantChoice) }]
      : []),
    ...foundIn(entries.groups, text).map((group) => ({
      label: group.label,
      choices: group.entries.map(({ id, label, detail, target }) => {
        const Icon = ICONS[group.label] ?? IconArrowRight;
        return {
          id,
          label,
          ...(detail && { detail }),
          icon: <Icon size={18} stroke={1.75} aria-hidden />,
          choose: () => run(target),
        };
      }),
    })),
  ];
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0);
  const isFirstSearch = search.isSearching && search.applicants.length === 0;
  const failure = search.error ? search : entries.error ? entries : null;
  const isNothing = !isEmpty && count === 0 && !search.isSearching && !failure;
  return (
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label="Search and commands"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <SearchList
        label="Search and commands"
        placeholder={canSearch ? 'Applicant, batch, setting or action' : 'Batch, setting or action'}
        text={text}
        onText={setText}
        maxLength={SEARCH_LIMIT}
        hasFocus
        icon={search.isSearching ? <Loader size={18} aria-hidden /> : <IconSearch size={18} aria-hidden />}
        groups={groups}
        isSearching={search.isSearching}
        hasFailed={search.error !== null}
        status={isEmpty ? '' : search.isSearching ? 'Searching' : counted(count, 'result', 'results')}
      >
        {failure && (
          <div className={classes.note}>
            <Problem error={failure.error} />
            <Button size="compact-sm" variant="default" onClick={failure.refetch}>
              Try again
            </Button>
          </div>
        )}
        {isFirstSearch && (
          <div className={classes.skeleton} aria-hidden>
            <Bone width="40%" />
            <Bone width="65%" height="0.75em" />
          </div>
        )}
        {isNothing && <p className={classes.note}>{TEXTS.palette.nothingFound}</p>}
      </SearchList>
      <p className={classes.keys} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> to move
        </span>
        <span>
          <kbd>Enter</kbd> to open
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </p>
    </dialog>
  );
}
