declare global {
  interface Window {
    /** `boot.js` records presses on a prerendered page here until its code has loaded. */
    intakeEarly?: { readonly pressed: ReadonlySet<HTMLElement>; isOver: boolean; readonly chosen: WeakSet<Element> };
  }
}

/** After hydration, replays the presses that were made before it: each button once, in order. */
export function pressAgain(): void {
  const early = window.intakeEarly;
  if (!early) return;
  early.isOver = true;
  for (const button of early.pressed) if (button.isConnected) button.click();
}

/** The radio button that was chosen before hydration. A choice that the browser restored from an earlier visit is reset. */
export function chosenEarly(group: HTMLElement | null): string | null {
  let chosen: string | null = null;
  for (const input of group?.querySelectorAll('input') ?? []) {
    if (input.checked === input.defaultChecked) continue;
    if (input.checked && window.intakeEarly?.chosen.has(input)) chosen = input.value;
  }
  if (chosen === null) for (const input of group?.querySelectorAll('input') ?? []) input.checked = input.defaultChecked;
  return chosen;
}
