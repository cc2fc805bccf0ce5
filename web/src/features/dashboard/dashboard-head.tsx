import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { counted, grouped } from '../../../../domain/text/counted.ts';
import { usePageAction } from '../../shared/browser/page-actions.ts';
import text from '../../shared/ui/text-button.module.css';
import classes from './dashboard.module.css';
import { PageTitle } from './page-title.tsx';

const DOWNLOAD = 'Download visible data as CSV';

/** The page's name, how many applications it shows, and what can be done with all of them. */
export function DashboardHead({
  shown,
  isWhole,
  isDownloading,
  onDownload,
  payments,
  more,
  adding,
}: {
  shown: number;
  isWhole: boolean;
  isDownloading: boolean;
  onDownload: () => void;
  payments: ReactNode;
  more: ReactNode;
  /** Undefined for those who add no applicants. */
  adding: { readonly isOpen: boolean; readonly controls: string; readonly onToggle: () => void } | undefined;
}) {
  const canDownload = shown > 0 && isWhole;
  usePageAction(DOWNLOAD, canDownload ? onDownload : undefined);
  return (
    <div className={classes.head}>
      <PageTitle />
      <span role="status" className={classes.shown}>
        {isWhole ? `${counted(shown, 'application', 'applications')} shown` : `${grouped(shown)} so far, loading…`}
      </span>
      <button
        type="button"
        className={text.textButton}
        disabled={!canDownload}
        aria-busy={isDownloading}
        onClick={isDownloading ? undefined : onDownload}
      >
        <IconDownload size={16} aria-hidden />
        {DOWNLOAD}
      </button>
      {payments}
      {more}
      {adding && (
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-expanded={adding.isOpen}
          aria-controls={adding.controls}
          onClick={adding.onToggle}
        >
          Add new applicant
        </Button>
      )}
    </div>
  );
}
