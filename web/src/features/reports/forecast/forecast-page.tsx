import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { ResponseOf } from '../../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../../api/contract/endpoints.ts';
import { onlyCourse, onlyCourses } from '../../../../../domain/batch/courses.ts';
import type { Table } from '../../../../../domain/reports/table.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { ShownMomentContext } from '../../../shared/as-of/shown-moment.ts';
import { EmptyState, ErrorState } from '../../../shared/pages/page-state.tsx';
import classes from '../../../shared/reports/figure.module.css';
import { FigureHead } from '../../../shared/reports/figure-head.tsx';
import { LinkedSentence } from '../../../shared/reports/linked-sentence.tsx';
import { noteColumn } from '../../../shared/reports/note-column.ts';
import { NumberTable } from '../../../shared/reports/number-table.tsx';
import { ReportNotes } from '../../../shared/reports/report-notes.tsx';
import { useQuestion } from '../../../shared/reports/use-members.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';

type Forecast = ResponseOf<Endpoints['reportForecast']>;
type Course = Forecast['courses'][number];

export function ForecastPage() {
  const { asOf } = useContext(ShownMomentContext);
  const { data, isPending, error, refetch } = useQuery({
    ...queryOf('/api/reportForecast', { query: asOf === null ? {} : { asOf } }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  if (isPending) {
    return (
      <Loading>
        <Bone width="60%" />
        <Bone height="16rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <ErrorState order={2} title="The forecast could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  return <Courses forecast={data} />;
}

function Courses({ forecast: { courses, leftOut, rule, backtest, position, zone, notes } }: { forecast: Forecast }) {
  const question = useQuestion({}, position);
  if (courses.length === 0) {
    if (leftOut && leftOut.open > 0)
      return <EmptyState title="The open courses are too large for a forecast">{leftOut.sentence}</EmptyState>;
    return <EmptyState title="No course is open">{TEXTS.reportPages.needsOpenCourse}</EmptyState>;
  }
  const about = {
    'Time zone': zone,
    Position: position,
    Definition: TEXTS.reportPages.definition('Seat forecast', 1),
    ...noteColumn(notes),
  };
  return (
    <div className={classes.figure}>
      <FigureHead file="seat-forecast" table={seatsOf(courses)} about={about}>
        <h2>Seats</h2>
      </FigureHead>
      <ReportNotes notes={notes} />
      <NumberTable caption="Seats" table={seatsOf(courses)} question={question} />
      <p className={classes.sentence}>{backtest.sentence}</p>
      {leftOut && <p className={classes.sentence}>{leftOut.sentence}</p>}
      <p className={classes.about}>{rule}</p>
      {courses.map((course) => (
        <section key={course.batchId} className={classes.figure}>
          <h3 dir="auto">{course.name}</h3>
          <LinkedSentence words={course.words} question={question} />
          {course.range && course.open > 0 && (
            <NumberTable caption={course.name} table={statusesOf(course)} question={question} />
          )}
        </section>
      ))}
    </div>
  );
}

const seatsOf = (courses: readonly Course[]): Table => ({
  rowTitle: 'Course',
  columns: [
    { key: 'capacity', title: 'Seats', unit: 'count', members: null },
    { key: 'signed', title: 'Signed', unit: 'count', members: { group: 'signed' } },
    { key: 'open', title: 'Still open', unit: 'count', members: { group: 'open' } },
    { key: 'low', title: 'Probably at least', unit: 'count', members: null },
    { key: 'high', title: 'Probably at most', unit: 'count', members: null },
  ],
  rows: courses.map(({ batchId, name, capacity, signed, open, range }) => ({
    key: batchId,
    title: name,
    members: { courses: onlyCourse(batchId) },
    cells: [capacity, signed, open, range?.low ?? null, range?.high ?? null],
  })),
});

function statusesOf({ batchId, from, statuses }: Course): Table {
  const past = onlyCourses(from);
  return {
    rowTitle: 'Status',
    columns: [
      {
        key: 'here',
        title: 'Now in this status',
        unit: 'count',
        members: { group: 'here', courses: onlyCourse(batchId) },
      },
      {
        key: 'cases',
        title: 'Past applications in this status',
        unit: 'count',
        members: { group: 'reached', courses: past },
      },
      { key: 'signed', title: 'Of those signed', unit: 'count', members: { group: 'signedAfter', courses: past } },
      { key: 'share', title: 'Expected, by time in status', unit: 'share', members: null },
    ],
    rows: statuses
      .filter(({ here }) => here > 0)
      .map(({ status, here, cases, signed, share }) => ({
        key: status,
        title: status,
        members: { status },
        cells: [here, cases, signed, share],
      })),
  };
}
