import { FONT } from '../theme/tokens.ts';

const SCALE = 2;
const PADDING = 24;
const LINE = 22;
const DRAWN = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'stroke-opacity',
] as const;
const WRITTEN = ['font-size', 'font-family', 'font-weight', 'text-anchor', 'dominant-baseline'] as const;

export interface PictureLine {
  readonly text: string;
  /** A swatch before the text. */
  readonly colour?: string;
  readonly isTitle?: boolean;
}

/** The chart as shown, with inlined styles: a picture has neither the page's stylesheets nor its variables. */
function standalone(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = chart.querySelectorAll('*');
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index];
    if (!original) continue;
    const style = getComputedStyle(original);
    for (const name of DRAWN) element.setAttribute(name, style.getPropertyValue(name));
    if (element.tagName === 'text' || element.tagName === 'tspan') {
      for (const name of WRITTEN) element.setAttribute(name, style.getPropertyValue(name));
    }
    element.removeAttribute('style');
    if (style.display === 'none' || style.visibility === 'hidden') element.setAttribute('display', 'none');
  }
  for (const foreign of copy.querySelectorAll('foreignObject, style')) foreign.remove();
  const { width, height } = chart.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function wrapped(context: CanvasRenderingContext2D, text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A PNG of the chart in the page's colours, with lines of text above and below. */
export async function chartPicture(
  chart: SVGSVGElement,
  above: readonly PictureLine[],
  below: readonly PictureLine[],
): Promise<Blob> {
  const image = await loaded(standalone(chart));
  const { width, height } = chart.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot create an image.');
  const colourOf = (variable: string) => colourIn(chart, variable);
  const fontOf = ({ isTitle }: PictureLine) => (isTitle ? `600 18px ${FONT}` : `400 14px ${FONT}`);
  const laidOut = (lines: readonly PictureLine[]) =>
    lines.flatMap((line) => {
      context.font = fontOf(line);
      return wrapped(context, line.text, width - (line.colour ? LINE : 0)).map((text, nth) => ({ ...line, text, nth }));
    });
  const [head, foot] = [laidOut(above), laidOut(below)];
  canvas.width = (width + 2 * PADDING) * SCALE;
  canvas.height = (height + (head.length + foot.length) * LINE + 3 * PADDING) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = colourOf('--surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  let y = PADDING;
  const write = (lines: typeof head) => {
    for (const line of lines) {
      const middle = y + LINE / 2;
      if (line.colour && line.nth === 0) {
        context.fillStyle = colourOf(line.colour);
        context.fillRect(PADDING, middle - 6, 12, 12);
      }
      context.font = fontOf(line);
      context.fillStyle = colourOf('--n-12');
      context.fillText(line.text, PADDING + (line.colour ? LINE : 0), middle);
      y += LINE;
    }
  };
  write(head);
  y += PADDING / 2;
  context.drawImage(image, PADDING, y, width, height);
  y += height + PADDING / 2;
  write(foot);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot create an image.')))),
  );
}

/** The computed value of a colour or variable at this place of the page. */
function colourIn(place: Element, colour: string): string {
  const probe = document.createElement('i');
  probe.style.color = colour.startsWith('--') ? `var(${colour})` : colour;
  place.parentElement?.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
