import type { Progress } from './socket.ts';
import type { Terminal } from './terminal.ts';

const WIDTH = 28;

/** One line in a terminal; elsewhere a line for each tenth. */
export function createProgressBar(stream: Terminal['stderr']): { show(progress: Progress): void; clear(): void } {
  let lastTenth = -1;
  let isDrawn = false;
  return {
    show(progress) {
      const line = describe(progress);
      if (stream.isTTY) {
        stream.write(`\r\u001b[2K${line}`);
        isDrawn = true;
        return;
      }
      const tenth = progress.total === 0 ? 10 : Math.floor((10 * progress.done) / progress.total);
      if (tenth !== lastTenth) stream.write(`${line}\n`);
      lastTenth = tenth;
    },
    clear() {
      if (isDrawn) stream.write('\r\u001b[2K');
      isDrawn = false;
    },
  };
}

function describe({ label, done, total, perSecond, etaMs }: Progress): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
  const speed = perSecond === undefined ? '' : ` · ${Math.round(perSecond).toLocaleString('en')}/s`;
  const eta = etaMs === undefined ? '' : ` · ${Math.ceil(etaMs / 1000)} s left`;
  return `${label} ${bar} ${Math.floor(share * 100)} % · ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${speed}${eta}`;
}
