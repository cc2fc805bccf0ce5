export type AccentScale = readonly [string, string, string, string, string, string, string, string, string, string];

interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const gamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [linear((value >> 16) / 255), linear(((value >> 8) & 255) / 255), linear((value & 255) / 255)];
}

function oklch(hex: string): Oklch {
  const [r, g, b] = channels(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

function fromOklch({ l, c, h }: Oklch): string {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const ll = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const mm = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const ss = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * ll - 3.3077115913 * mm + 0.2309699292 * ss,
    -1.2684380046 * ll + 2.6097574011 * mm - 0.3413193965 * ss,
    -0.0041960863 * ll - 0.7034186147 * mm + 1.707614701 * ss,
  ];
  const out = rgb.map((channel) => Math.round(255 * gamma(Math.min(1, Math.max(0, channel)))));
  return `#${out.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = channels(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function readable(color: Oklch, background: string, ratio: number, step: number): Oklch {
  let current = color;
  while (contrast(fromOklch(current), background) < ratio && current.l > 0.05 && current.l < 0.98) {
    current = { ...current, l: current.l + step };
  }
  return current;
}

const HEX = /^#[0-9a-f]{6}$/i;

/** Shade 6 is the light theme's accent and shade 4 the dark theme's; the others are tints of the same hue. */
export function accentScale(
  accent: string | null | undefined,
  grounds: { fallback: string; lightBackground: string; darkBackground: string },
): AccentScale {
  const base = oklch(accent && HEX.test(accent) ? accent : grounds.fallback);
  const onLight = readable({ ...base, l: Math.min(base.l, 0.62) }, grounds.lightBackground, 4.8, -0.01);
  const onDark = readable(
    { ...base, l: Math.max(base.l, 0.7), c: Math.min(base.c, 0.14) },
    grounds.darkBackground,
    6,
    0.01,
  );
  const tint = (l: number, share: number) => fromOklch({ l, c: Math.min(base.c, 0.2) * share, h: base.h });
  return [
    tint(0.972, 0.12),
    tint(0.94, 0.22),
    tint(0.88, 0.45),
    fromOklch({ ...onDark, l: Math.min(0.95, onDark.l + 0.05) }),
    fromOklch(onDark),
    fromOklch({ ...onDark, l: onDark.l - 0.04 }),
    fromOklch(onLight),
    fromOklch({ ...onLight, l: onLight.l - 0.05 }),
    fromOklch({ ...onLight, l: onLight.l - 0.1 }),
    fromOklch({ ...onLight, l: onLight.l - 0.16, c: onLight.c * 0.8 }),
  ];
}
