export const projectionPages = /* @__PURE__ */ Object.freeze({
  help: 'Everything on screen is built from the event log. Rebuilding sends no email, and the portal keeps running.',
  outOfDate: 'These figures are out of date, because the newest could not be loaded. Still trying…',
  allCurrent: (count: number) => `All ${count} projections are up to date or catching up.`,
  noFiles:
    'A projection that an analyst writes is kept live here once its file is in the folder "projections" of the data directory. docs/analysts.md explains it.',
  noReports: 'Each report that a school saves appears here by its id.',
  whySkipped: 'Why is this event skipped?',
  skipHelp:
    'It is left out of this read model permanently, including later rebuilds. The reason appears on every report that it touches.',
} as const);
