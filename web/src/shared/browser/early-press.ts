declare global {
  interface Window {
    /** `boot.js` notes here what is pressed on a drawn page whose code has not come yet. */
    intakeEarly?: { readonly pressed: ReadonlySet<HTMLElement>; isOver: boolean; readonly chosen: WeakSet<Element> };
  }
}

/**
 * Once the page acts: presses again, each once and in their order, the buttons that were pressed before it could. React takes
 * that part of the drawing over first.
 */
export function pressAgain(): void {
  const early = window.intakeEarly;
  if (!early) return;
  early.isOver = true;
  for (const button of early.pressed) if (button.isConnected) button.click();
}

/**
 * What somebody has chosen in a drawn group of radio buttons before the page could take note of it. What a browser remembers of
 * an earlier visit is nobody's choice now, and is taken back.
 */
export function chosenEarly(group: HTMLElement | null): string | null {
  let chosen: string | null = null;
  for (const input of group?.querySelectorAll('input') ?? []) {
    if (input.checked === input.defaultChecked) continue;
    if (input.checked && window.intakeEarly?.chosen.has(input)) chosen = input.value;
  }
  if (chosen === null) for (const input of group?.querySelectorAll('input') ?? []) input.checked = input.defaultChecked;
  return chosen;
}
