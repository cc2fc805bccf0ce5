import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { EmailView } from '../../../shared/application/email-preview.tsx';
import { Deleted } from '../../../shared/editor/deleted.ts';
import documents from '../../../shared/editor/documents.module.css';
import type { Values } from '../../../shared/forms/field-errors.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { ApplicantChooser } from './applicant-chooser.tsx';
import { filesIn } from './attachments-control.tsx';
import { previewQuery } from './queries.ts';

const PAUSE_MS = 300;

/** The text as it is typed, filled with sample values or an applicant's. */
export function TemplatePreview({
  organizationId,
  templateId,
  values,
}: {
  organizationId: string;
  templateId: string | undefined;
  values: Values;
}) {
  const [applicationId, setApplicationId] = useState<string | null>(null);
  const written = JSON.stringify([textOf(values.subject ?? ''), textOf(values.body ?? '')]);
  const [settled] = useDebouncedValue(written, PAUSE_MS);
  const [subject, body] = JSON.parse(settled) as [string, string];
  const asked = { ...(templateId ? { templateId } : {}), ...(applicationId ? { applicationId } : {}), subject, body };
  const isDeleted = use(Deleted);
  const { data: mail, error } = useQuery({ ...previewQuery(organizationId, asked), enabled: !isDeleted });
  return (
    <section className={documents.preview} aria-label="Preview">
      <h3>Preview</h3>
      <ApplicantChooser organizationId={organizationId} onChange={setApplicationId} />
      {error && !isDeleted ? (
        <Problem error={error} />
      ) : mail ? (
        <EmailView mail={{ ...mail, attachments: filesIn(values.attachments ?? '') }} />
      ) : (
        <Loading label="Loading the email">
          <Bone height="16rem" />
        </Loading>
      )}
    </section>
  );
}
