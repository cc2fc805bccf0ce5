/**
 * Tells the page around the frame how high it would have to be. Anybody may have framed it, so that is all it tells, and it
 * listens to nobody.
 */
export function tellHeight(content: Element): void {
  if (parent === window) return;
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    parent.postMessage({ type: 'intake:height', height }, '*');
  }).observe(content);
}
