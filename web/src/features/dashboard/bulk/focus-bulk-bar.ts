export const BULK_BAR_ID = 'bulk-bar';

/** From any row to what can be done with those that are selected: thirty tables may lie between. */
export function focusBulkBar(): void {
  document.querySelector<HTMLElement>(`#${BULK_BAR_ID} button`)?.focus();
}
