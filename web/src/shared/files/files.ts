import type { FileReference } from '../../../../api/contract/values.ts';

/** Where a file is served: its own address where it has one, else the portal's download path. */
export const addressOfFile = ({ fileId, fileName, cdnUrl }: FileReference): string =>
  cdnUrl ?? `/api/download/${encodeURIComponent(fileId)}/${encodeURIComponent(fileName)}`;

/** Over 22 characters: the first 12, an ellipsis, the last 4. No letter is cut in half. */
export function shortFileName(name: string): string {
  const letters = [...name];
  return letters.length > 22 ? `${letters.slice(0, 12).join('')}…${letters.slice(-4).join('')}` : name;
}

/** "820 kB", "5.1 MB": as phones count, in thousands. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Whether something that was kept or answered names a stored file. */
export function isStoredFile(value: unknown): value is FileReference {
  if (typeof value !== 'object' || value === null) return false;
  const { fileId, fileName } = value as Partial<FileReference>;
  return typeof fileId === 'string' && typeof fileName === 'string';
}
