import ReactApexChart from 'react-apexcharts';
import type { Drawing } from './chart-options.ts';

/** An older module's export, which bundlers hand over with its wrapping (`exports.default`) and type checkers without. */
const Apex = (ReactApexChart as { default?: typeof ReactApexChart }).default ?? ReactApexChart;

/** The only place that brings the charts' library, which weighs more than all else on the page. */
export function ApexChart({ type, options, series }: Drawing) {
  return <Apex type={type} options={options} series={series} width="100%" height="100%" />;
}
