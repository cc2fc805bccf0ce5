export const BULK_BAR_ID = 'bulk-bar';

/** A shortcut from any row to the bulk actions: thirty tables may lie between. */
export function focusBulkBar(): void {
  document.querySelector<HTMLElement>(`#${BULK_BAR_ID} button`)?.focus();
}
