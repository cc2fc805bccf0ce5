import { type ReactNode, useId, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { grouped, percentOf } from '../../../../../domain/text/counted.ts';
import { Chart } from '../../../shared/charts/chart.tsx';
import { pie } from '../../../shared/charts/chart-options.ts';
import charts from '../../../shared/charts/charts.module.css';
import { DataTable, TableSwitch } from '../../../shared/charts/data-table.tsx';
import { PartList } from '../../../shared/charts/part-list.tsx';
import { type Share, totalOf, withoutThin } from './shares.ts';
import classes from './trends.module.css';

export function Pies({
  title,
  what,
  batches,
  colours,
  sharesOf,
  nothing,
  children,
}: {
  title: string;
  what: string;
  batches: ReadonlyMap<Batch, readonly ApplicationView[]>;
  colours: ReadonlyMap<string, string>;
  sharesOf: (applications: readonly ApplicationView[]) => readonly Share[];
  nothing: string;
  children?: ReactNode;
}) {
  const titleId = useId();
  const [isTable, setIsTable] = useState(false);
  return (
    <section className={classes.block} aria-labelledby={titleId}>
      <div className={classes.blockHead}>
        <h3 id={titleId}>{title}</h3>
        <TableSwitch isTable={isTable} onToggle={() => setIsTable(!isTable)} />
      </div>
      {children}
      {isTable ? (
        <PiesTable caption={title} what={what} batches={batches} sharesOf={sharesOf} />
      ) : (
        <div className={classes.pies}>
          {[...batches].map(([batch, applications]) => (
            <BatchPie
              key={batch._id}
              batch={batch}
              applications={applications}
              colour={colours.get(batch._id)}
              sharesOf={sharesOf}
              nothing={nothing}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function BatchPie({
  batch,
  applications,
  colour,
  sharesOf,
  nothing,
}: {
  batch: Batch;
  applications: readonly ApplicationView[];
  colour: string | undefined;
  sharesOf: (applications: readonly ApplicationView[]) => readonly Share[];
  nothing: string;
}) {
  const shares = useMemo(() => withoutThin(sharesOf(applications)), [sharesOf, applications]);
  const drawing = useMemo(() => pie(shares, charts.tooltip ?? ''), [shares]);
  const total = totalOf(shares);
  return (
    <article className={classes.pieCard} aria-label={batch.name}>
      <h4 className={classes.pieTitle}>
        <i className={charts.swatch} style={{ background: colour }} aria-hidden />
        <span dir="auto">{batch.name}</span>
        <span className={classes.pieTotal}>{grouped(total)}</span>
      </h4>
      {total === 0 ? (
        <p className={classes.nothing}>{nothing}</p>
      ) : (
        <div className={classes.pieAndParts}>
          <Chart className={classes.pie} drawing={drawing} label={null} />
          <PartList label={`Shares of ${batch.name}`} parts={shares} total={total} />
        </div>
      )}
    </article>
  );
}

function PiesTable({
  caption,
  what,
  batches,
  sharesOf,
}: {
  caption: string;
  what: string;
  batches: ReadonlyMap<Batch, readonly ApplicationView[]>;
  sharesOf: (applications: readonly ApplicationView[]) => readonly Share[];
}) {
  const rows = [...batches].flatMap(([{ _id, name }, applications]) => {
    const shares = sharesOf(applications);
    const total = totalOf(shares);
    return shares.map((share) => ({
      key: `${_id} ${share.key}`,
      cells: [name, share.name, share.count, percentOf(share.count, total)],
    }));
  });
  const head = ['Batch', what, 'Applications', 'Share'].map((one) => ({ key: one, title: one }));
  return <DataTable caption={caption} head={head} rows={rows} />;
}
