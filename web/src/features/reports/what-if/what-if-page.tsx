import { Button, NativeSelect } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { type Answer, queryOf } from '../../../shared/api/calls.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { AS_OF } from '../../../shared/as-of/as-of-address.ts';
import { ShownMomentContext, useBatchesAt } from '../../../shared/as-of/shown-moment.ts';
import { applicationLink } from '../../../shared/as-of/use-as-of.ts';
import { useAddressChange } from '../../../shared/browser/use-address-change.ts';
import { EmptyState, ErrorState } from '../../../shared/pages/page-state.tsx';
import classes from '../../../shared/reports/figure.module.css';
import { FigureHead } from '../../../shared/reports/figure-head.tsx';
import { LinkedSentence } from '../../../shared/reports/linked-sentence.tsx';
import { noteColumn } from '../../../shared/reports/note-column.ts';
import { NumberTable } from '../../../shared/reports/number-table.tsx';
import { ReportNotes } from '../../../shared/reports/report-notes.tsx';
import { useQuestion } from '../../../shared/reports/use-members.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { LimitsField } from './limits-field.tsx';
import { type CountWrong, NumberField } from './number-field.tsx';
import { RankingField } from './ranking-field.tsx';

type Result = Answer<'GET /api/whatIf'>;

/** The link holds these; with a position it gives the same answer later. */
const NAMES = ['batchId', 'assessmentId', 'markThen', 'markInstead', 'limitsThen', 'limitsInstead', 'ranking'] as const;
type Asked = Partial<Record<(typeof NAMES)[number], string>>;

const readAsked = (params: URLSearchParams): Asked =>
  Object.fromEntries(NAMES.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])));

/** Without a course that is not there. */
function askedOf({ batchId, ...rules }: Asked, batches: readonly { readonly _id: string }[] | undefined): Asked {
  const isGone = batches && !batches.some(({ _id }) => _id === batchId);
  return batchId === undefined || isGone ? rules : { ...rules, batchId };
}

export function WhatIfPage({ organization }: { organization: Organization }) {
  const [params, change] = useAddressChange();
  const { asOf } = useContext(ShownMomentContext);
  const batches = useBatchesAt(asOf);
  const assessments = useQuery({ ...queryOf('/api/assessments'), staleTime: 60_000 });
  const asked = askedOf(readAsked(params), batches.data);
  const { batchId } = asked;
  const [wrong, countWrong] = useState(0);
  const result = useQuery({
    ...queryOf('/api/whatIf', { query: { ...asked, batchId: batchId ?? '', ...(asOf !== null && { asOf }) } }),
    enabled: batchId !== undefined && batches.data !== undefined,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const set = (name: keyof Asked, value: string | null) => change(name, () => value || null);
  const failed = [batches, assessments].find(({ isLoadingError }) => isLoadingError);
  if (failed) {
    return (
      <ErrorState
        order={2}
        title="The rules could not be loaded"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!batches.data || !assessments.data) return <Waiting />;
  const quizzes = assessments.data.filter(({ type }) => type === 'quiz');
  const opened = batches.data.filter(({ status }) => status !== 'Draft');
  return (
    <>
      <p className={classes.about}>{TEXTS.reportPages.whatIfHelp}</p>
      <div className={classes.controls}>
        <NativeSelect
          label="Course"
          value={batchId ?? ''}
          onChange={({ currentTarget: { value } }) => set('batchId', value)}
          data={[
            { value: '', label: 'Choose a course' },
            ...opened.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        <NativeSelect
          label="Quiz for the pass mark"
          value={asked.assessmentId ?? ''}
          onChange={({ currentTarget: { value } }) => set('assessmentId', value)}
          data={[{ value: '', label: 'None' }, ...quizzes.map(({ _id, name }) => ({ value: _id, label: name }))]}
        />
        {asked.assessmentId !== undefined && (
          <>
            <Mark
              label="Actual pass mark, %"
              value={asked.markThen}
              countWrong={countWrong}
              onChange={(mark) => set('markThen', mark)}
            />
            <Mark
              label="Other pass mark, %"
              value={asked.markInstead}
              countWrong={countWrong}
              onChange={(mark) => set('markInstead', mark)}
            />
          </>
        )}
      </div>
      {batchId !== undefined && (
        <div className={classes.controls}>
          <LimitsField
            then={asked.limitsThen}
            today={organization.statusLimits ?? []}
            value={asked.limitsInstead}
            countWrong={countWrong}
            onChange={(next) => change('limitsInstead', next)}
          />
          <RankingField value={asked.ranking} onChange={(ranking) => set('ranking', ranking)} />
        </div>
      )}
      {wrong > 0 ? (
        <EmptyState title="Correct the marked fields to see the result" />
      ) : (
        <Outcome asked={asked} query={result}>
          {(data) => <ResultFigure result={data} asked={asked} />}
        </Outcome>
      )}
    </>
  );
}

const Waiting = () => (
  <Loading>
    <Bone width="60%" height="3rem" />
    <Bone height="16rem" />
  </Loading>
);

function Outcome({
  asked,
  query: { data, error, isLoadingError, refetch },
  children,
}: {
  asked: Asked;
  query: UseQueryResult<Result>;
  children: (data: Result) => ReactNode;
}) {
  if (asked.batchId === undefined) return <EmptyState title="Choose a course to begin" />;
  if (isLoadingError)
    return <ErrorState order={2} title="This could not be calculated" error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <Waiting />;
}

const canBeMark = (mark: number) => mark <= 100;

function Mark({
  label,
  value,
  countWrong,
  onChange,
}: {
  label: string;
  value: string | undefined;
  countWrong: CountWrong;
  onChange: (mark: string) => void;
}) {
  return (
    <NumberField
      label={label}
      value={value ?? ''}
      isAllowed={canBeMark}
      refusal={TEXTS.reportPages.markInvalid}
      countWrong={countWrong}
      onChange={(mark) => onChange(String(mark ?? ''))}
    />
  );
}

function ResultFigure({ result, asked }: { result: Result; asked: Asked }) {
  const { rules, position, limitsThen, zone, words, table, persons, notes } = result;
  const about = {
    'Time zone': zone,
    Position: position,
    Definition: TEXTS.reportPages.definition('What if', 1),
    ...noteColumn(notes),
  };
  const { asOf, readsHistory } = useContext(ShownMomentContext);
  const pinned = useQuestion({ ...asked, limitsThen }, position);
  const link = `${pagePath('reports')}/what-if?${new URLSearchParams({ ...pinned, [AS_OF]: position })}`;
  return (
    <section className={classes.figure} aria-label="What if">
      <FigureHead file="what-if" table={table} about={about}>
        <LinkedSentence words={words} question={pinned} />
      </FigureHead>
      {asOf !== null ? (
        <p className={classes.about}>{TEXTS.reportPages.whatIfAddress}</p>
      ) : (
        readsHistory && (
          <p className={classes.about}>
            <IconLink size={16} aria-hidden /> <Link to={link}>Link to this result</Link>: it includes the rules and the
            moment, and gives the same result later.
          </p>
        )
      )}
      <ReportNotes notes={notes} />
      <NumberTable caption="As it was and with the other rules" table={table} question={pinned} />
      {persons ? <PersonList persons={persons} /> : <p className={classes.about}>{TEXTS.reportPages.adminsSeeWhich}</p>}
      {rules.map((rule) => (
        <p key={rule} className={classes.about}>
          {rule}
        </p>
      ))}
    </section>
  );
}

const CHUNK = 50;

type Persons = NonNullable<Result['persons']>;

function PersonList({ persons }: { persons: Persons }) {
  const [shown, setShown] = useState(CHUNK);
  if (persons.length === 0) return <p>{TEXTS.reportPages.noneDiffers}</p>;
  const chunks = Array.from({ length: Math.ceil(Math.min(shown, persons.length) / CHUNK) }, (_, n) =>
    persons.slice(n * CHUNK, (n + 1) * CHUNK),
  );
  return (
    <>
      <h2>{counted(persons.length, 'application differs', 'applications differ')}</h2>
      {chunks.map((chunk) => (
        <Chunk key={chunk[0]?.id} persons={chunk} />
      ))}
      {shown < persons.length && (
        <Button variant="default" className={classes.more} onClick={() => setShown(shown + CHUNK)}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Names come from the list of applications, with the reader's rights of today. */
function Chunk({ persons }: { persons: Persons }) {
  const { asOf } = useContext(ShownMomentContext);
  const { data, error, isLoadingError, refetch } = useQuery({
    ...queryOf('/api/applications', {
      query: { ids: persons.map(({ id }) => id).join(','), ...(asOf !== null && { asOf }) },
    }),
    staleTime: 30_000,
  });
  if (isLoadingError)
    return <ErrorState order={2} title="The names could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Bone height="6rem" />;
  const byId = new Map(data.map((application) => [application._id, application]));
  return (
    <ul className={classes.persons}>
      {persons.map(({ id, differences }) => {
        const application = byId.get(id);
        return (
          <li key={id}>
            {application ? (
              <Link to={applicationLink(id, asOf)} dir="auto">
                {nameOf(application)}
              </Link>
            ) : (
              'A deleted application'
            )}
            : {differences.join('; ')}
          </li>
        );
      })}
    </ul>
  );
}
