import { encode } from 'uqr';
import classes from './account.module.css';

/** Light modules around the code, which scanners need. */
const MARGIN = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [['M', x, ' ', y, 'h1v1h-1z'].join('')] : [])),
  );
  const all = size + 2 * MARGIN;
  return (
    <svg
      className={classes.qrCode}
      viewBox={`${-MARGIN} ${-MARGIN} ${all} ${all}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-MARGIN} y={-MARGIN} width={all} height={all} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
