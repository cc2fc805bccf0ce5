/** Attributes that the chart library gives to each bar and each point of a line. */
const SERIES = 'index';
const PLACE = 'j';
/** CSS pixels from a point's centre: a finger's. */
const REACH = 16;

/**
 * The library's own events name the first series whatever line is clicked, are dropped when the mouse moves within
 * 20 ms, and begin with a touch that scrolls.
 * @returns the series and the place that a click was on
 */
export function clickedPoint(chart: Element, { target, clientX, clientY }: MouseEvent): [number, number] | null {
  const bar = target instanceof Element ? target.closest('.apexcharts-bar-area') : null;
  const hit = bar ?? nearestMarker(chart, clientX, clientY);
  return hit && [Number(hit.getAttribute(SERIES)), Number(hit.getAttribute(PLACE))];
}

function nearestMarker(chart: Element, x: number, y: number): Element | null {
  let nearest: Element | null = null;
  let least = REACH;
  for (const marker of chart.querySelectorAll(`.apexcharts-series .apexcharts-marker[${PLACE}]`)) {
    const box = marker.getBoundingClientRect();
    const away = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    // Of points in one place the last is drawn on top.
    if (away > least) continue;
    nearest = marker;
    least = away;
  }
  return nearest;
}
