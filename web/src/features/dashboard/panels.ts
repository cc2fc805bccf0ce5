const GUESS = 460;
const domId = (applicationId: string) => `panel-${applicationId}`;

/** The open rows' panels: their measured heights, and which one takes the focus when it is mounted. */
export function createPanels() {
  const heights = new Map<string, number>();
  let awaitingFocus: string | null = null;
  return {
    domId,
    /** In pixels; the last measured height, so that a panel that scrolls back into view does not jump. */
    heightOf: (applicationId: string): number => heights.get(applicationId) ?? GUESS,
    /** Whether the height is new. */
    measure(applicationId: string, height: number): boolean {
      const isNew = heights.get(applicationId) !== height;
      heights.set(applicationId, height);
      return isNew;
    },
    /** Focuses a panel, at once or when it is mounted. */
    focus(applicationId: string): void {
      const panel = document.getElementById(domId(applicationId));
      if (panel) panel.focus();
      else awaitingFocus = applicationId;
    },
    takesFocus(applicationId: string): boolean {
      const takes = awaitingFocus === applicationId;
      if (takes) awaitingFocus = null;
      return takes;
    },
  };
}

export type Panels = ReturnType<typeof createPanels>;
