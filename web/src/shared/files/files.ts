import type { FileReference } from '../../../../api/contract/values.ts';

export const addressOfFile = ({ fileId, fileName, cdnUrl }: FileReference): string =>
  cdnUrl ?? `/api/download/${encodeURIComponent(fileId)}/${encodeURIComponent(fileName)}`;

/** In decimal units. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function isStoredFile(value: unknown): value is FileReference {
  if (typeof value !== 'object' || value === null) return false;
  const { fileId, fileName } = value as Partial<FileReference>;
  return typeof fileId === 'string' && typeof fileName === 'string';
}
