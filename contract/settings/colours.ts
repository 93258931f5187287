// The colours that an administrator can choose. Lightness is that of web/ui/theme.css, so that every pair is readable in both schemes:
// colours.test.ts computes the contrast of each.

/** Hue in degrees and chroma of OKLCH: buttons, the current link and the stitches. */
export const accents = {
  madder: { name: 'Madder red', hue: 28, chroma: 0.155 },
  terracotta: { name: 'Terracotta', hue: 45, chroma: 0.11 },
  forest: { name: 'Forest green', hue: 155, chroma: 0.075 },
  teal: { name: 'Teal', hue: 200, chroma: 0.07 },
  indigo: { name: 'Indigo', hue: 270, chroma: 0.14 },
  plum: { name: 'Plum', hue: 340, chroma: 0.12 },
  charcoal: { name: 'Charcoal', hue: 60, chroma: 0.01 },
} as const

/** Hue and chroma of the page behind the products. */
export const grounds = {
  cream: { name: 'Cream', hue: 85, chroma: 0.012 },
  white: { name: 'White', hue: 85, chroma: 0 },
  sand: { name: 'Sand', hue: 70, chroma: 0.018 },
  mist: { name: 'Mist', hue: 240, chroma: 0.008 },
  sage: { name: 'Sage', hue: 150, chroma: 0.012 },
  blush: { name: 'Blush', hue: 20, chroma: 0.012 },
} as const

export type Accent = keyof typeof accents
export type Ground = keyof typeof grounds

/** Lightness in per cent, chroma and hue. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
type LightAndDark = readonly [light: Oklch, dark: Oklch]

const chosen = { accent: 'madder', ground: 'cream' } as const

/** Lightness of page, raised and sunk areas in the light scheme. */
const usualLightness = [97, 99, 93.5] as const
const whiteLightness = [100, 100, 96.5] as const

/** The page of a ground; that of the usual one is in theme.css. */
function toPage(ground: Ground): LightAndDark {
  const { hue, chroma } = grounds[ground]
  if (ground === chosen.ground)
    return [
      [97, 0.012, 85],
      [19.5, 0.012, 62],
    ]
  return [
    [ground === 'white' ? whiteLightness[0] : usualLightness[0], chroma, hue],
    [19.5, chroma, hue],
  ]
}

/** The custom properties of theme.css that a choice replaces; the usual choice replaces none. */
export function listColours({ accent, ground }: { accent: Accent; ground: Ground }): Readonly<Record<string, LightAndDark>> {
  const { hue, chroma } = accents[accent]
  const { hue: groundHue, chroma: groundChroma } = grounds[ground]
  const [, raised, sunk] = ground === 'white' ? whiteLightness : usualLightness
  return {
    ...(accent !== chosen.accent && {
      '--color-madder': [
        [47, chroma, hue],
        [51, chroma, hue],
      ],
      '--color-madder-deep': [
        [40, chroma * 0.9, hue],
        [45, chroma * 0.9, hue],
      ],
      '--color-thread': [
        [50, chroma, hue],
        [72, chroma * 0.9, hue],
      ],
    }),
    ...(ground !== chosen.ground && {
      '--color-page': toPage(ground),
      '--color-raised': [
        [raised, groundChroma / 2, groundHue],
        [23.5, groundChroma, groundHue],
      ],
      '--color-sunk': [
        [sunk, groundChroma * 1.4, groundHue],
        [16, groundChroma, groundHue],
      ],
    }),
  } as Record<string, LightAndDark>
}

const format = ([lightness, chroma, hue]: Oklch): string => `oklch(${lightness}% ${Number(chroma.toFixed(4))} ${hue})`

/** The `style` of the page; undefined for the usual colours. */
export function toColourStyle(choice: { accent: Accent; ground: Ground }): Record<string, string> | undefined {
  const entries = Object.entries(listColours(choice)).map(([name, [light, dark]]) => [
    name,
    `light-dark(${format(light)}, ${format(dark)})`,
  ])
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Red, green and blue of linear sRGB from 0 to 1. The matrices are those of https://bottosson.github.io/posts/oklab/. */
function toLinearRgb([lightness, chroma, hue]: Oklch): readonly [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const [l, a, b] = [lightness / 100, chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = clamp(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = clamp(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return [red, green, blue]
}

/** Such as `#f9f5ec`, for what does not read OKLCH. */
const toHex = (colour: Oklch): string =>
  `#${toLinearRgb(colour)
    .map((linear) => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055))
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The page behind the products in both schemes, for the bars of phones and for pictures. */
export function toThemeColours({ ground }: { ground: Ground }): { readonly light: string; readonly dark: string } {
  const [light, dark] = toPage(ground)
  return { light: toHex(light), dark: toHex(dark) }
}

/** Relative luminance of WCAG 2. */
function getLuminance(colour: Oklch): number {
  const [red, green, blue] = toLinearRgb(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function getContrast(one: Oklch, other: Oklch): number {
  const [lighter, darker] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}
