/** Some browsers read the file only after the click. */
const READ_WITHIN_MS = 60_000;

export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}

export const downloadText = (fileName: string, type: string, text: string): void =>
  downloadBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
