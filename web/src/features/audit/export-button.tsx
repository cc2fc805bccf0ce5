import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../../domain/text/counted.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { keyOf } from '../../shared/api/calls.ts';
import { downloadText } from '../../shared/files/download.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { AuditAddress } from './address.ts';
import classes from './audit.module.css';
import { auditCsv } from './audit-csv.ts';
import { readWhole } from './queries.ts';
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
      const entries = await readWhole(organizationId, address, { signal: current.signal, onRead: setRead });
      downloadText('audit-log.csv', 'text/csv', auditCsv(entries, names));
      return entries.length;
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
