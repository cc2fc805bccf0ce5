import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { MailView } from '../../../shared/application/mail-preview.tsx';
import documents from '../../../shared/editor/documents.module.css';
import type { Values } from '../../../shared/forms/field-errors.ts';
import { batchesQuery } from '../../../shared/staff-queries/list-queries.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import { SearchSelect } from '../../../shared/ui/search-select.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { filesIn } from './attachments-control.tsx';
import classes from './email-templates.module.css';
import { applicantsQuery, previewQuery } from './queries.ts';

const PAUSE_MS = 300;

/** A batch can have thousands of applicants: typing finds the others. */
const SHOWN_AT_ONCE = 50;

const NONE: readonly ApplicationView[] = [];

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
  const [batchId, setBatchId] = useState('');
  const [applicationId, setApplicationId] = useState('');
  const { data: batches = [] } = useQuery(batchesQuery);
  const { data: applicants = NONE, error: applicantsError } = useQuery(
    applicantsQuery(organizationId, batchId || null),
  );
  const choices = useMemo(
    () =>
      applicants
        .filter(({ isErased }) => !isErased)
        .map((one) => ({ value: one._id, label: `${nameOf(one)} · ${one.email} · ${one.trackingNumber}` })),
    [applicants],
  );
  const written = JSON.stringify([textOf(values.subject ?? ''), textOf(values.body ?? '')]);
  const [settled] = useDebouncedValue(written, PAUSE_MS);
  const [subject, body] = JSON.parse(settled) as [string, string];
  const asked = { ...(templateId ? { templateId } : {}), ...(applicationId ? { applicationId } : {}), subject, body };
  const { data: mail, error } = useQuery(previewQuery(organizationId, asked));
  return (
    <section className={documents.preview} aria-label="Preview">
      <h3>Preview</h3>
      <div className={classes.choice}>
        <NativeSelect
          label="Fill in"
          value={batchId}
          onChange={({ currentTarget }) => {
            setBatchId(currentTarget.value);
            setApplicationId('');
          }}
          data={[
            { value: '', label: 'Sample values' },
            ...batches.map(({ _id, name }) => ({ value: _id, label: `An applicant of ${name}` })),
          ]}
        />
        {batchId && (
          <SearchSelect
            label="Applicant"
            placeholder={applicants.length > 0 ? 'Name, email or number' : 'No applicants'}
            limit={SHOWN_AT_ONCE}
            value={applicationId || null}
            onChange={(id) => setApplicationId(id ?? '')}
            data={choices}
          />
        )}
      </div>
      <Problem error={applicantsError} />
      {error ? (
        <Problem error={error} />
      ) : mail ? (
        <MailView mail={{ ...mail, attachments: filesIn(values.attachments ?? '') }} />
      ) : (
        <Loading label="Loading the email">
          <Bone height="16rem" />
        </Loading>
      )}
    </section>
  );
}
