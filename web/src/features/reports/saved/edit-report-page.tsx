import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import type { ReportCatalogue } from '../../../../../domain/report-catalogue/catalogue.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import { DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { BuilderContext } from './builder-context.ts';
import { fieldsOf, wordsOf } from './fields.ts';
import { questionIn } from './form-values.ts';
import { useMayChange } from './may-change.ts';
import { catalogueQuery, reportQuery, reportVersionQuery } from './queries.ts';
import { DeleteReport } from './removal.tsx';
import { ReportPreview } from './report-preview.tsx';

const addressOf = (id: string): string => `${pagePath('reports')}/saved/${id}`;

export function EditReportPage({ organization }: { organization: Organization }) {
  const { id } = useParams();
  const catalogue = useQuery(catalogueQuery(organization._id));
  return (
    <WhenLoaded query={catalogue} noun="events">
      {(data) =>
        id === undefined ? (
          <DocumentPage title="New report" back="All saved reports" actions={<Cancel />}>
            <Form organization={organization} catalogue={data} />
          </DocumentPage>
        ) : (
          <ExistingReport key={id} id={id} organization={organization} catalogue={data} />
        )
      }
    </WhenLoaded>
  );
}

const Cancel = () => (
  <Button component={Link} to=".." relative="path" variant="default" size="sm">
    Cancel
  </Button>
);

function ExistingReport({
  id,
  organization,
  catalogue,
}: {
  id: string;
  organization: Organization;
  catalogue: ReportCatalogue;
}) {
  return (
    <WhenLoaded query={useQuery(reportQuery(id))} noun="report">
      {(report) => (
        <DocumentPage
          title={`Edit ${report.name}`}
          back="The report"
          actions={
            <div className={documents.buttons}>
              <Cancel />
              <DeleteReport report={report} />
            </div>
          }
        >
          <WhoMayChange report={report}>
            <Form organization={organization} catalogue={catalogue} report={report} />
          </WhoMayChange>
        </DocumentPage>
      )}
    </WhenLoaded>
  );
}

function WhoMayChange({ report, children }: { report: SavedReport; children: ReactNode }) {
  return useMayChange(report) ? children : <Notice>{TEXTS.reportPages.notYours}</Notice>;
}

function Form({
  organization,
  catalogue,
  report,
}: {
  organization: Organization;
  catalogue: ReportCatalogue;
  report?: SavedReport;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const fields = useMemo(() => fieldsOf(catalogue), [catalogue]);
  const read = useMemo(() => wordsOf(fields), [fields]);
  const [values, setValues] = useState<Values>(() => read(report));
  const builder = useMemo(() => ({ catalogue, question: questionIn(values) }), [catalogue, values]);
  const save = ({ changes, version, key }: Change): Promise<SavedReport> => {
    const body = storedChanges<SavedReport>(fields, changes);
    return report && version !== undefined
      ? call('PUT /api/reports/{id}', { params: { id: report._id }, body: { ...body, version } })
      : call('POST /api/reports', { query: { organizationId: organization._id }, body, idempotencyKey: key });
  };
  const onSaved = (saved: SavedReport) => {
    client.setQueryData(reportQuery(saved._id).queryKey, saved);
    void client.invalidateQueries({ queryKey: keyOf('/api/reports') });
    if (!report) void navigate(addressOf(saved._id), { replace: true });
  };
  return (
    <BuilderContext value={builder}>
      <Editor
        fields={fields}
        organizationId={organization._id}
        document={report}
        versionsPath="/api/reports/{id}/versions"
        read={read}
        draftName={`report.${report?._id ?? `new.${organization._id}`}`}
        submitLabel={report ? 'Save changes' : 'Save report'}
        save={save}
        refresh={() => client.refetchQueries({ queryKey: reportQuery(report?._id ?? '').queryKey, exact: true })}
        failureText={(message) => message}
        onSaved={onSaved}
      >
        {(current, restore) => (
          <>
            <Watched values={current} onChange={setValues} />
            <ReportPreview
              organizationId={organization._id}
              question={builder.question}
              chart={(current.chart as SavedReport['chart'] | undefined) ?? 'columns'}
              catalogue={catalogue}
            />
            {report && (
              <DocumentHistory
                path="/api/reports/{id}/versions"
                organizationId={report.organizationId}
                document={report}
                fields={fields}
                readVersion={(version) => client.query(reportVersionQuery(report._id, version))}
                onRestore={(old) => restore(read(old))}
              />
            )}
          </>
        )}
      </Editor>
    </BuilderContext>
  );
}

/** Controls depend on each other's values, which only the editor has. */
function Watched({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  useEffect(() => onChange(values), [values, onChange]);
  return null;
}
