type Rgb = readonly [number, number, number]

function toRgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

/** Blends two #rrggbb colours; `share` is how much of the second is in it (0–1). */
export function blend(first: string, second: string, share: number): string {
  const [a, b] = [toRgb(first), toRgb(second)]
  const channel = (i: 0 | 1 | 2): string =>
    Math.round(a[i] + (b[i] - a[i]) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${channel(0)}${channel(1)}${channel(2)}`
}

export function darken(hex: string, share: number): string {
  // Shadows in cloth are warm, not grey.
  return blend(hex, '#120c0a', share)
}

export function lighten(hex: string, share: number): string {
  return blend(hex, '#fff8ec', share)
}

/** Perceived lightness, 0 (black) to 1 (white). */
export function getLightness(hex: string): number {
  const [r, g, b] = toRgb(hex)
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255
}
