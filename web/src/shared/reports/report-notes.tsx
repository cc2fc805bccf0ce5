import { Notice } from '../ui/notice.tsx';

/** What is to be known of the figures of a report, such as events that were left out. */
export const ReportNotes = ({ notes }: { notes: readonly string[] }) =>
  notes.map((note) => (
    <Notice key={note}>
      <span dir="auto">{note}</span>
    </Notice>
  ));
