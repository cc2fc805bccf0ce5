import '../../shared/ui/mantine-styles.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { can } from '../../../../domain/access/policy.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { EmptyState, ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { Refused } from '../../shared/pages/refused.tsx';
import { useActor } from '../../shared/session/session.ts';
import { useVisit } from '../../shared/session/use-visit.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { ProjectionEntry } from './projection-entry.tsx';
import classes from './projections.module.css';
import { type ProjectionOverview, projectionsQuery } from './queries.ts';
import { KINDS, standingOf, titleOf } from './words.ts';

const TITLE = 'Projections';

/** For creators: the progress of each read model, and the actions for a stuck one. */
export function ProjectionsPage() {
  usePageTitle(TITLE);
  const { isPending, failure, user } = useVisit();
  const actor = useActor();
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  if (!can(actor, 'projection.manage')) {
    return (
      <Refused title={TITLE} isSignedOut={user === null}>
        {TEXTS.access.configRefused}
      </Refused>
    );
  }
  return (
    <div className={classes.page}>
      <Title order={1}>{TITLE}</Title>
      <p className={classes.quiet}>{TEXTS.projectionPages.help}</p>
      <Found />
    </div>
  );
}

function Found() {
  const { data, error, refetch } = useQuery(projectionsQuery());
  if (error && !data) {
    return (
      <ErrorState order={2} title="The projections could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the projections">
        <Bone height="6rem" />
        <Bone height="6rem" />
        <Bone height="6rem" />
      </Loading>
    );
  }
  return (
    <>
      {error && <Notice meaning="problem">{TEXTS.projectionPages.outOfDate}</Notice>}
      <Summary projections={data} />
      {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => (
        <Group key={kind} kind={kind} projections={data.filter((one) => one.kind === kind)} />
      ))}
    </>
  );
}

function Summary({ projections }: { projections: readonly ProjectionOverview[] }) {
  const troubled = projections.filter((one) => standingOf(one).meaning === 'problem');
  return (
    <Notice meaning={troubled.length > 0 ? 'problem' : 'good'} role="status">
      {troubled.length > 0
        ? `${counted(troubled.length, 'projection needs', 'projections need')} attention: ${troubled.map(titleOf).join(', ')}.`
        : TEXTS.projectionPages.allCurrent(projections.length)}
    </Notice>
  );
}

const EMPTY: Partial<Record<ProjectionOverview['kind'], readonly [title: string, text: string]>> = {
  file: ['No files yet', TEXTS.projectionPages.noFiles],
  report: ['No saved reports yet', TEXTS.projectionPages.noReports],
};

function Group({
  kind,
  projections,
}: {
  kind: ProjectionOverview['kind'];
  projections: readonly ProjectionOverview[];
}) {
  const id = useId();
  const [title = '', text = ''] = EMPTY[kind] ?? [];
  /** What needs attention comes first. */
  const weight = (one: ProjectionOverview) => (standingOf(one).meaning === 'problem' ? 0 : 1);
  const sorted = projections.toSorted(
    (one, other) => weight(one) - weight(other) || one.name.localeCompare(other.name),
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.group}>
        {KINDS[kind]}
      </h2>
      {sorted.length === 0 ? (
        <EmptyState title={title}>{text}</EmptyState>
      ) : (
        sorted.map((one) => <ProjectionEntry key={one.name} projection={one} />)
      )}
    </section>
  );
}
