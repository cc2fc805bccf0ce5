import { useQuery } from '@tanstack/react-query';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Notice } from '../ui/notice.tsx';
import text from '../ui/text-button.module.css';
import { type NotesPath, notesQuery } from './notes-query.ts';
import { ReportNotes } from './report-notes.tsx';

export function AskedNotes({ path, organizationId }: { path: NotesPath; organizationId: string }) {
  const { data, isError, refetch } = useQuery(notesQuery(path, organizationId));
  if (data || !isError) return <ReportNotes notes={data?.notes ?? []} />;
  return (
    <Notice meaning="problem" role="alert">
      {TEXTS.reportPages.notesNotLoaded}{' '}
      <button type="button" className={text.textButton} onClick={() => void refetch()}>
        Try again
      </button>
    </Notice>
  );
}
