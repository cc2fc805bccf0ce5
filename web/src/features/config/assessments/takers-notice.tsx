import { useQuery } from '@tanstack/react-query';
import { counted } from '../../../../../domain/text/counted.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { takersQuery } from './queries.ts';

/** Started solutions keep the questions and the time limit of their start. */
export function TakersNotice({ id }: { id: string }) {
  const { data } = useQuery(takersQuery(id));
  if (!data || data.running === 0) return null;
  return (
    <Notice meaning="attention" role="status">
      {counted(data.running, 'applicant is', 'applicants are')} taking this quiz now. They keep the questions and the
      time limit that they started with; your changes apply to applicants who start after you save.
    </Notice>
  );
}
