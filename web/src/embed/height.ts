/** Posts only the frame's height, because any page may embed it. */
export function postHeight(content: Element): void {
  if (parent === window) return;
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    parent.postMessage({ type: 'intake:height', height }, '*');
  }).observe(content);
}
