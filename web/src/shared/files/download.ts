export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

export const downloadText = (fileName: string, type: string, text: string): void =>
  downloadBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
