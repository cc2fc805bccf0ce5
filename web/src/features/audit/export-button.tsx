import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../../domain/text/counted.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { keyOf } from '../../shared/api/calls.ts';
import { downloadBlob } from '../../shared/files/download.ts';
import { notesQuery } from '../../shared/reports/notes-query.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { AuditAddress } from './address.ts';
import classes from './audit.module.css';
import { auditHead, auditLines } from './audit-csv.ts';
import { pagesOf } from './queries.ts';
import { useAuditNames } from './use-audit-names.ts';

export function ExportButton({ organizationId, address }: { organizationId: string; address: AuditAddress }) {
  const client = useQueryClient();
  const names = useAuditNames(organizationId);
  const reading = useRef<AbortController | null>(null);
  const [read, setRead] = useState(0);
  useEffect(() => () => reading.current?.abort(), []);
  const save = useMutation({
    async mutationFn() {
      const current = new AbortController();
      reading.current = current;
      setRead(0);
      const { notes } = await client.query(notesQuery('/api/audit/notes', organizationId));
      // The browser may keep blobs on the disk, so that a log of any length needs no more memory than a page of it.
      const parts = [new Blob([auditHead(notes)])];
      let count = 0;
      for await (const page of pagesOf(organizationId, address, current.signal)) {
        parts.push(new Blob([auditLines(page, names, notes)]));
        count += page.length;
        setRead(count);
      }
      downloadBlob('audit-log.csv', new Blob(parts, { type: 'text/csv;charset=utf-8' }));
      return count;
    },
    // The download adds an audit entry.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/api/audit') }),
  });
  const isCancelled = reading.current?.signal.aborted === true;
  return (
    <div className={classes.export}>
      {save.isPending ? (
        <Button variant="default" size="sm" onClick={() => reading.current?.abort()}>
          Cancel
        </Button>
      ) : (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => save.mutate()}
        >
          Download CSV
        </Button>
      )}
      <div role="status">
        {save.isPending && <span>{counted(read, 'entry', 'entries')} read…</span>}
        {save.isSuccess && <span>{counted(save.data, 'entry', 'entries')} downloaded.</span>}
        {save.isError && !isCancelled && <Notice meaning="problem">{messageOf(save.error)}</Notice>}
      </div>
    </div>
  );
}
