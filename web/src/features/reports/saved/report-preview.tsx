import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import type { ReportCatalogue } from '../../../../../domain/report-catalogue/catalogue.ts';
import { sentenceOf } from '../../../../../domain/report-catalogue/sentence.ts';
import type { ReportQuestion } from '../../../../../domain/saved-report/details.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { Day } from '../../../shared/dates/dates.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { previewQuery } from './queries.ts';
import { ReportFigures } from './report-figures.tsx';

const PAUSE_MS = 500;

/** The question read back as a sentence, and what the newest events answer. */
export function ReportPreview({
  organizationId,
  question,
  chart,
  catalogue,
}: {
  organizationId: string;
  question: ReportQuestion;
  chart: SavedReport['chart'];
  catalogue: ReportCatalogue;
}) {
  const [asked] = useDebouncedValue(question, PAUSE_MS);
  const isWhole = asked.events.length > 0 && asked.where.every(({ values }) => values.length > 0);
  const { data, error } = useQuery({
    ...previewQuery(organizationId, asked),
    enabled: isWhole,
    placeholderData: (before) => before,
  });
  return (
    <section className={documents.preview} aria-label="Preview">
      <h3>Preview</h3>
      {!isWhole ? (
        <p role="status">{sentenceOf(question, catalogue)}</p>
      ) : error ? (
        <Notice meaning="attention" role="status">
          {messageOf(error)}
        </Notice>
      ) : !data ? (
        <Loading label="Reading the newest events">
          <Bone width="80%" />
          <Bone height="14rem" />
        </Loading>
      ) : (
        <>
          <ReportFigures table={data} chart={chart} name="Preview" />
          <Notice>
            {data.limits.map((limit) => (
              <p key={limit}>{limit}</p>
            ))}
            {data.since !== null && (
              <p>
                Based on {counted(data.events, 'event', 'events')}, since <Day at={data.since} />.
              </p>
            )}
          </Notice>
        </>
      )}
    </section>
  );
}
