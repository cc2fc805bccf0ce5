import { Button } from '@mantine/core';
import { IconChevronRight, IconFilter } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../../api/contract/audit.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { ChangeDetails } from '../../shared/history/change-details.tsx';
import { SentenceText } from '../../shared/history/sentence-text.tsx';
import log from '../../shared/log/log.module.css';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import type { Narrowing } from './address.ts';
import classes from './audit.module.css';
import { type AuditNames, kindInWords, objectOf, pageOf, sentenceOfEntry } from './audit-words.ts';
import { auditQuery } from './queries.ts';
import { useAuditNames } from './use-audit-names.ts';

type Shown = Pick<Narrowing, 'organizationId' | 'onNarrow'>;

export function Entries({ entries, ...shown }: Shown & { entries: readonly AuditEntry[] }) {
  const names = useAuditNames(shown.organizationId);
  return (
    <ol className={log.entries} aria-label="Entries, newest first">
      {entries.map((entry) => (
        <li key={entry._id}>
          <Entry entry={entry} names={names} {...shown} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry, names, organizationId, onNarrow }: Shown & { entry: AuditEntry; names: AuditNames }) {
  const sentence = sentenceOfEntry(entry, names);
  return (
    <article className={log.entry}>
      <Moment at={entry.at} />
      <div className={log.deed}>
        <span title={entry.actor.email ?? undefined}>
          <SentenceText sentence={sentence} />
        </span>
        <ChangeDetails changes={sentence.details} />
        {entry.bulk && <Parts organizationId={organizationId} bulk={entry.bulk} names={names} onNarrow={onNarrow} />}
      </div>
      <ObjectLink entry={entry} />
      <Narrow entry={entry} who={sentence.who} onNarrow={onNarrow} />
    </article>
  );
}

function ObjectLink({ entry }: { entry: AuditEntry }) {
  const page = pageOf(entry);
  const name = objectOf(entry);
  const title = entry.applicant?.email ?? undefined;
  return (
    <div className={classes.object}>
      <span className={classes.kind}>{kindInWords(entry.kind)}</span>
      {page === null ? (
        <span dir="auto">{name === kindInWords(entry.kind) ? '' : name}</span>
      ) : (
        <Link to={page} title={title} dir="auto">
          {name}
        </Link>
      )}
    </div>
  );
}

function Narrow({ entry, who, onNarrow }: { entry: AuditEntry; who: string; onNarrow: Narrowing['onNarrow'] }) {
  const name = objectOf(entry);
  return (
    <div className={log.narrow}>
      <button
        type="button"
        className={log.only}
        onClick={() => onNarrow({ actorId: entry.actor.id ?? entry.actor.kind, excluded: new Set() })}
      >
        <IconFilter size={14} aria-hidden /> Only by {who === 'You' ? 'you' : who}
      </button>
      {entry.kind !== 'export' && (
        <button
          type="button"
          className={log.only}
          onClick={() => onNarrow({ documentId: entry.documentId, excluded: new Set() })}
        >
          <IconFilter size={14} aria-hidden /> Only about {name}
        </button>
      )}
    </div>
  );
}

interface PartsProps extends Shown {
  readonly bulk: NonNullable<AuditEntry['bulk']>;
  readonly names: AuditNames;
}

/** Loads the single changes when the bulk change is opened. */
function Parts(props: PartsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={`${log.only} ${classes.opener}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden />
        {isOpen ? 'Hide' : 'Show'} {counted(props.bulk.applications, 'application', 'applications')}
      </button>
      {isOpen && (
        <div id={id} className={classes.parts}>
          <PartList {...props} />
        </div>
      )}
    </>
  );
}

function PartList({ organizationId, bulk, names, onNarrow }: PartsProps) {
  const parts = useInfiniteQuery(auditQuery(organizationId, { within: bulk._id }));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = parts;
  if (error && !data) {
    return (
      <ErrorState order={2} title="The changes could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the changes">
        <Bone width="70%" />
        <Bone width="60%" />
      </Loading>
    );
  }
  if (data.length === 0) return <p className={log.quiet}>{TEXTS.audit.nothingChanged}</p>;
  return (
    <>
      <ol className={log.entries}>
        {data.map((entry) => (
          <li key={entry._id}>
            <Entry entry={entry} names={names} organizationId={organizationId} onNarrow={onNarrow} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          className={log.start}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more applications
        </Button>
      )}
    </>
  );
}
