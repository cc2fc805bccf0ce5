declare global {
  interface Window {
    /** `boot.js` notes here what is pressed on a drawn page whose code has not come yet. */
    intakeEarly?: { pressed: HTMLElement | null; isOver: boolean };
  }
}

/** Once the page acts: presses again what was pressed before it could. React takes that part of the drawing over first. */
export function pressAgain(): void {
  const early = window.intakeEarly;
  if (!early) return;
  early.isOver = true;
  if (early.pressed?.isConnected) early.pressed.click();
}
