import { vi } from 'vitest';
import type { SavedReportResult } from '../../api/contract/saved-reports.ts';
import type { Client } from './client.ts';

const POLL = { timeout: 60_000, interval: 50 };

/** Waits until the figures answer the report's present question. */
export const whenBuilt = (
  client: Client,
  id: string,
  isSo: (table: NonNullable<SavedReportResult['table']>) => boolean = () => true,
): Promise<NonNullable<SavedReportResult['table']>> =>
  vi.waitFor(async () => {
    const { status, body } = await client.call('getReportResult', { params: { id } });
    if (status !== 200) throw new Error(`${status}`);
    if (!body.table || body.table.isFormer || !isSo(body.table)) throw new Error(JSON.stringify(body));
    return body.table;
  }, POLL);
