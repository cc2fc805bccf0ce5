/**
 * Posts the required height of the frame to the embedding page, which may be anyone's: nothing else is sent, and no message is
 * read.
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
