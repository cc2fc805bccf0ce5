import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { ResponseOf } from '../../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../../api/contract/endpoints.ts';
import { chosenIn, DEFAULT_COURSES } from '../../../../../domain/batch/courses.ts';
import {
  GROUPINGS,
  type Grouping,
  hasApplicants,
  MEASURE_NAMES,
  MEASURES,
  type Measure,
} from '../../../../../domain/reports/funnel.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { ShownMomentContext, useBatchesAt } from '../../../shared/as-of/shown-moment.ts';
import { type ChangeAddress, useAddressChange } from '../../../shared/browser/use-address-change.ts';
import { EmptyState, ErrorState } from '../../../shared/pages/page-state.tsx';
import { CoursePicker } from '../../../shared/reports/course-picker.tsx';
import classes from '../../../shared/reports/figure.module.css';
import { FigureHead } from '../../../shared/reports/figure-head.tsx';
import { LinkedSentence } from '../../../shared/reports/linked-sentence.tsx';
import { noteColumn } from '../../../shared/reports/note-column.ts';
import { NumberTable } from '../../../shared/reports/number-table.tsx';
import { ReportNotes } from '../../../shared/reports/report-notes.tsx';
import { useQuestion } from '../../../shared/reports/use-members.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { FunnelBars } from './funnel-bars.tsx';

type Funnel = ResponseOf<Endpoints['reportFunnel']>;

const GROUPING_NAMES: Readonly<Record<Grouping, string>> = {
  status: 'Nothing (all together)',
  batch: 'Courses',
  source: 'Sources',
};

interface Asked {
  readonly courses: string;
  readonly by: Grouping;
  readonly measure: Measure;
}

function readAsked(params: URLSearchParams): Asked {
  return {
    courses: params.get('courses') ?? DEFAULT_COURSES,
    by: GROUPINGS.find((one) => one === params.get('by')) ?? 'status',
    measure: MEASURE_NAMES.find((one) => one === params.get('measure')) ?? 'reached',
  };
}

export function FunnelPage() {
  const { asOf } = useContext(ShownMomentContext);
  const batches = useBatchesAt(asOf);
  const [params, change] = useAddressChange();
  const asked = readAsked(params);
  const funnel = useQuery({
    ...queryOf('/api/reportFunnel', { query: { ...asked, ...(asOf !== null && { asOf }) } }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const failed = [batches, funnel].find(({ isError, data }) => isError && data === undefined);
  return (
    <>
      {batches.data && (
        <div className={classes.controls}>
          <CoursePicker
            batches={batches.data}
            text={asked.courses}
            onChoose={(courses) => change('courses', () => (courses === DEFAULT_COURSES ? null : courses))}
          />
          <Comparison asked={asked} change={change} />
        </div>
      )}
      {failed ? (
        <ErrorState
          order={2}
          title="The report could not be loaded"
          error={failed.error}
          onRetry={() => {
            for (const query of [batches, funnel]) if (query.isError) void query.refetch();
          }}
        />
      ) : funnel.data && batches.data ? (
        <FunnelFigure
          funnel={funnel.data}
          asked={asked}
          hasCourses={chosenIn(batches.data, asked.courses).length > 0}
          isWithoutCourses={batches.data.length === 0}
        />
      ) : (
        <Loading>
          <Bone width="60%" />
          <Bone height="24rem" />
        </Loading>
      )}
    </>
  );
}

function Comparison({ asked: { by, measure }, change }: { asked: Asked; change: ChangeAddress }) {
  return (
    <>
      <NativeSelect
        label="Compare"
        value={by}
        onChange={({ currentTarget: { value } }) => change('by', () => (value === 'status' ? null : value))}
        data={GROUPINGS.map((value) => ({ value, label: GROUPING_NAMES[value] }))}
      />
      {by !== 'status' && (
        <NativeSelect
          label="Show"
          value={measure}
          onChange={({ currentTarget: { value } }) => change('measure', () => (value === 'reached' ? null : value))}
          data={MEASURE_NAMES.map((value) => ({ value, label: MEASURES[value].title }))}
        />
      )}
    </>
  );
}

function FunnelFigure({
  funnel,
  asked,
  hasCourses,
  isWithoutCourses,
}: {
  funnel: Funnel;
  asked: Asked;
  hasCourses: boolean;
  /** The school has none at all. */
  isWithoutCourses: boolean;
}) {
  const { table, words, rule, quantileRule, zone, position, notes } = funnel;
  const question = useQuestion({ courses: asked.courses }, position);
  if (!hasApplicants(table)) {
    return (
      <EmptyState title={hasCourses ? TEXTS.reports.nobodyApplied : TEXTS.reports.selectCourses}>
        {hasCourses ? TEXTS.reports.chooseOthers : isWithoutCourses ? TEXTS.reports.noCourses : null}
      </EmptyState>
    );
  }
  const about = {
    'Time zone': zone,
    Position: position,
    Definition: TEXTS.reportPages.definition('Funnel and speed', 1),
    ...noteColumn(notes),
  };
  return (
    <div className={classes.figure}>
      <FigureHead file="funnel" table={table} about={about}>
        <LinkedSentence words={words} question={question} />
      </FigureHead>
      <ReportNotes notes={notes} />
      <FunnelBars table={table} isCompared={asked.by !== 'status'} question={question} />
      <NumberTable caption="Funnel and speed" table={table} question={question} />
      <p className={classes.about}>{rule}</p>
      <p className={classes.about}>{quantileRule}</p>
    </div>
  );
}
