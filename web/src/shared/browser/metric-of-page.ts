/** What the server says in the page's `Server-Timing` under this name. */
export function metricOfPage(metric: string): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.serverTiming?.find(({ name }) => name === metric)?.description;
}
