import { Fragment, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { BulkPreview as Preview } from '../../../../../api/contract/bulk.ts';
import { isApplicationStatus } from '../../../../../domain/application/statuses.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { EmailPreview } from '../../../shared/application/email-preview.tsx';
import { StatusChip } from '../../../shared/application/status-chip.tsx';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import classes from './bulk.module.css';
import { previewWords } from './bulk-words.ts';

type Group = Preview['groups'][number];

export const PreviewSkeleton = () => (
  <Loading label="Checking what would change">
    <Bone width="50%" />
    <Bone height="2rem" />
    <Bone height="2rem" />
  </Loading>
);

export function BulkPreview({ preview, applications }: { preview: Preview; applications: readonly ApplicationView[] }) {
  const { action, groups, changed, mailsWaitMs } = preview;
  const names = new Map(applications.map((application) => [application._id, nameOf(application)]));
  const first = groups.find(({ outcome }) => outcome === 'changed')?.applicationIds[0];
  return (
    <>
      {changed === 0 && <Notice>{TEXTS.dashboard.nothingChanges}</Notice>}
      <p className={classes.sum}>{previewWords(preview)}</p>
      <ul className={classes.groups}>
        {refusedFirst(groups).map((group) => (
          <GroupItem
            key={`${group.outcome} ${group.reason} ${group.before} ${group.after}`}
            group={group}
            isEmail={action.kind === 'template'}
            names={group.applicationIds.map((id) => names.get(id) ?? '')}
          />
        ))}
      </ul>
      {mailsWaitMs !== null && changed > 0 && (
        <p className={classes.aside}>
          The emails are sent after {counted(mailsWaitMs / 1000, 'second', 'seconds')}. Until then, Undo cancels them.
          Later, it restores statuses only.
        </p>
      )}
      {action.kind === 'template' && first !== undefined && (
        <>
          <p className={classes.sum}>
            As <bdi>{names.get(first)}</bdi> will see it
          </p>
          <EmailPreview applicationId={first} templateId={action.templateId} />
        </>
      )}
    </>
  );
}

function GroupLine({
  group: { outcome, reason, before, after, applicationIds },
  isEmail,
}: {
  group: Group;
  isEmail: boolean;
}) {
  const count = applicationIds.length.toLocaleString('en');
  if (outcome === 'refused') {
    return (
      <p className={classes.refusal}>
        <strong>{count}</strong> refused: {reason}
      </p>
    );
  }
  const isSame = before === after;
  return (
    <p className={classes.group}>
      <strong>{count}</strong> <Side text={before} />
      {!isSame && (
        <>
          <span aria-hidden>→</span> <span className={classes.to}>to</span> <Side text={after} />
        </>
      )}
      {isSame && <span>{isEmail ? 'unchanged' : 'already'}</span>}
    </p>
  );
}

function Side({ text }: { text: string | null }) {
  const call = useStaffNames();
  if (isApplicationStatus(text)) return <StatusChip status={text} />;
  return <span className={classes.side}>{call(text) ?? 'UNASSIGNED'}</span>;
}

const MOST_NAMES = 100;

const refusedFirst = (groups: readonly Group[]): readonly Group[] =>
  groups.toSorted((one, other) => Number(other.outcome === 'refused') - Number(one.outcome === 'refused'));

function GroupItem({ group, isEmail, names }: { group: Group; isEmail: boolean; names: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(group.outcome === 'refused');
  const more = names.length - MOST_NAMES;
  return (
    <li data-outcome={group.outcome}>
      <GroupLine group={group} isEmail={isEmail} />
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide names' : 'Show names'}
      </button>
      {isOpen && (
        <p className={classes.names}>
          {names.slice(0, MOST_NAMES).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list does not change
            <Fragment key={index}>
              {index > 0 && ', '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
          {more > 0 && ` and ${more.toLocaleString('en')} more`}
        </p>
      )}
    </li>
  );
}
