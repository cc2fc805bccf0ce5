import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { counted } from '../../../../domain/text/counted.ts';
import { call } from '../../shared/api/calls.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { Notice, Problem } from '../../shared/ui/notice.tsx';
import classes from './projections.module.css';
import { type ProjectionOverview, projectionsQuery } from './queries.ts';
import { type FaultShown, SkipForm } from './skip-form.tsx';
import { missingIn, progressInWords, sizeInWords, standingOf, titleOf } from './words.ts';

const whole = (count: number): string => count.toLocaleString('en');
/** A page lists as many; all of them are rebuilt together. */
const QUARANTINED_SHOWN = 10;

export function ProjectionEntry({ projection }: { projection: ProjectionOverview }) {
  const id = useId();
  const { name, state, rebuild, fault, quarantined, skipped, events } = projection;
  const { word, meaning } = standingOf(projection);
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => call('POST /api/projections/{name}/rebuild', { params: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: projectionsQuery().queryKey }),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const needsRetry = fault !== null || quarantined.count > 0;
  return (
    <article className={classes.entry} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 ref={heading} tabIndex={-1} id={id} className={classes.name}>
          {titleOf(projection)}
        </h3>
        <span className={classes.standing} style={{ color: `var(--${meaning === 'neutral' ? 'n-11' : meaning})` }}>
          {word}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          loading={start.isPending}
          disabled={rebuild !== null}
          aria-describedby={id}
          onClick={() => start.mutate()}
        >
          {needsRetry ? 'Try again' : 'Rebuild'}
        </Button>
      </div>
      <Problem error={start.error} />
      {rebuild && (
        <div className={classes.rebuild}>
          <Progress value={rebuild.share * 100} aria-label={`Rebuild of ${titleOf(projection)}`} />
          <p>{progressInWords(rebuild)}. The old documents are served until it is done.</p>
        </div>
      )}
      {!rebuild && start.isSuccess && state !== 'building' && <p className={classes.quiet}>{start.data.message}</p>}
      <Facts projection={projection} />
      {events && missingIn(events) !== 0 && (
        <Notice meaning="problem">
          Up to its position, the log has {counted(events.expected, 'event', 'events')} for it, but it received{' '}
          {whole(events.taken)}. Rebuild it.
        </Notice>
      )}
      {fault && (
        <Fault name={name} fault={fault} heading={heading}>
          It has stopped{at(fault)}: {fault.error}
        </Fault>
      )}
      {quarantined.documents.slice(0, QUARANTINED_SHOWN).map((one) => (
        <Fault key={one.id} name={name} fault={one} heading={heading}>
          The document {one.id} stopped{at(one)}, {counted(one.missed, 'event', 'events')} missed since: {one.error}
        </Fault>
      ))}
      {quarantined.count > QUARANTINED_SHOWN && (
        <p className={classes.quiet}>
          and {counted(quarantined.count - QUARANTINED_SHOWN, 'more document', 'more documents')}.
        </p>
      )}
      {skipped.map((one) => (
        <Notice key={one.eventId}>
          {one.eventType} at position {one.position} is left out, decided by {one.by ?? 'a deleted account'} on{' '}
          <Moment at={one.at} />: {one.reason}
        </Notice>
      ))}
    </article>
  );
}

const at = ({ eventType, position }: FaultShown): string =>
  eventType === '' ? '' : ` at ${eventType}, position ${position}`;

function Fault({ children, ...about }: ComponentProps<typeof SkipForm> & { children: ReactNode }) {
  return (
    <div className={classes.fault}>
      <Notice meaning="problem">{children}</Notice>
      {about.fault.eventId !== '' && <SkipForm {...about} />}
    </div>
  );
}

function Facts({ projection }: { projection: ProjectionOverview }) {
  const { kind, position, lag, eventsPerSecond, documents, bytes, generations, version, events } = projection;
  const retired = generations.retired.length;
  const facts: readonly (readonly [string, string])[] = [
    ['Position', whole(Number(position))],
    ['Behind', whole(lag)],
    ['Events/s', whole(Math.round(eventsPerSecond))],
    ['Events', events === null ? '–' : `${whole(events.taken)} of ${whole(events.expected)}`],
    ['Documents', documents === null ? '–' : whole(documents)],
    ['Size', bytes === null ? 'shared' : sizeInWords(bytes)],
    ...(kind === 'portal' ? [['Version', String(version)] as const] : []),
    [
      'Generations',
      [
        generations.live ?? 'none live',
        ...(generations.building ? [`${generations.building} being built`] : []),
        ...(retired > 0 ? [`${retired} to be dropped`] : []),
      ].join(', '),
    ],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
