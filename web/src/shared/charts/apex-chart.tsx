import ReactApexChart from 'react-apexcharts';
import type { Drawing } from './chart-options.ts';

/** The library's CommonJS export: bundlers return the wrapper (`exports.default`), type checkers the component. */
const Apex = (ReactApexChart as { default?: typeof ReactApexChart }).default ?? ReactApexChart;

export function ApexChart({ type, options, series }: Drawing) {
  return <Apex type={type} options={options} series={series} width="100%" height="100%" />;
}
