import type { FileReference } from '../../../api/contract/values.ts';

/** Where a file is served: its own address where it has one, else the portal's download path (spec §3). */
export const addressOfFile = ({ fileId, fileName, cdnUrl }: FileReference): string =>
  cdnUrl ?? `/api/download/${encodeURIComponent(fileId)}/${encodeURIComponent(fileName)}`;

/** Over 22 characters: the first 12, an ellipsis, the last 4 (spec §3). */
export const shortFileName = (name: string): string =>
  name.length > 22 ? `${name.slice(0, 12)}…${name.slice(-4)}` : name;
