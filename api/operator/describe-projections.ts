import type { ProjectionStatus, Quarantined } from '../../projections/engine/status.ts';

export const describeProjections = (projections: readonly ProjectionStatus[]): string =>
  projections
    .flatMap(({ name, version, state, position, lag, fault, quarantined }) => [
      `${name}@${version}\t${state}\tat ${position}\tlag ${lag.toLocaleString('en')}${fault ? `\t${fault.error}` : ''}`,
      ...quarantineLines(name, quarantined).map((line) => `  ${line}`),
    ])
    .join('\n');

export function quarantineLines(projection: string, { count, documents }: Quarantined): string[] {
  const lines = documents.map(
    ({ id, eventType, position, error, missed }) =>
      `${projection} has quarantined ${id} at ${eventType} (position ${position}; ${missed.toLocaleString('en')} missed since): ${error}`,
  );
  const others = count - documents.length;
  return others > 0
    ? [
        ...lines,
        `${projection} has quarantined ${others.toLocaleString('en')} more ${others === 1 ? 'document' : 'documents'}`,
      ]
    : lines;
}
