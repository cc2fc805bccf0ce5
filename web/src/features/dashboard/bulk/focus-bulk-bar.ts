export const BULK_BAR_ID = 'bulk-bar';

export function focusBulkBar(): void {
  document.querySelector<HTMLElement>(`#${BULK_BAR_ID} button`)?.focus();
}
