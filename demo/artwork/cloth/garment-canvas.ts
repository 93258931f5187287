import { darken, getLightness } from './colour.ts'
import { type Box, buildFoldOutline, getBounds, type Outline, type Point, pad, toClockwise } from './outline.ts'
import type { Pose } from './pose.ts'
import type { Random } from './random.ts'

/** One piece of cloth and what is drawn on it, in millimetres. */
export type Piece = {
  /** A fold. `rise` from -1 (deep) to 1 (high). */
  addFold: (fold: { line: Outline; width: number; rise: number; crisp?: boolean }) => void
  /** A blurred band, such as the shadow along a seam. Dark unless `tint` is set. */
  addShade: (shade: { line: Outline; width: number; strength: number; tight?: boolean; tint?: string }) => void
  /** A blurred patch, for washes and fades. */
  addPatch: (patch: { outline: Outline; tint: string; strength: number }) => void
  /** An area of another colour below the shades: a stripe, print or colour block. */
  addPaint: (paint: { outline: Outline; colour: string; opacity?: number }) => void
  /** A line above everything else: a seam, rib or stitch. Width in pixels at scale 1. */
  addLine: (line: { line: Outline; colour: string; width: number; opacity?: number; dash?: string; round?: boolean }) => void
}

type PieceCut = {
  outline: Outline
  colour: string
  /** Direction of the folds in degrees from vertical. */
  foldAngle?: number
  /** Strength of random folds, 0–1. */
  rumple?: number
  /** Strength of the small wrinkles of woven cloth, 0–1. */
  wrinkle?: number
  /** Continues the folds of the piece below, as a pocket does. */
  sharesFolds?: boolean
  /** Strength of the shadow on the piece below, 0–1. */
  lift?: number
  /** Darkness of the edges, 0–1. */
  edge?: number
}

/** A piece as SVG, in pixels of 1200 × 1500: what it looks like, and its height map with mid-grey as level. */
export type DrawnPiece = { bounds: Box; defs: string; colours: string; heights: string }

export type GarmentCanvas = {
  pose: Pose
  random: Random
  addPiece: (cut: PieceCut) => Piece
  render: () => { silhouette: string; pieces: readonly DrawnPiece[] }
}

type Layers = { paints: string[]; soft: string[]; tight: string[]; lines: string[]; folds: string[]; creases: string[] }

/** Collects the pieces of a garment, and renders each with its height map. */
export function createGarmentCanvas({ id, pose, random }: { id: string; pose: Pose; random: Random }): GarmentCanvas {
  const cuts: { cut: PieceCut; layers: Layers }[] = []
  const s = pose.scale

  const addPiece = (given: PieceCut): Piece => {
    const cut = { ...given, outline: toClockwise(given.outline) }
    const layers: Layers = { paints: [], soft: [], tight: [], lines: [], folds: [], creases: [] }
    cuts.push({ cut, layers })
    return {
      addFold: ({ line, width, rise, crisp = false }) => {
        const tone = rise > 0 ? '#fff' : '#000'
        const path = `<path d="${pose.draw(buildFoldOutline(line, width), true)}" fill="${tone}" opacity="${Math.abs(rise).toFixed(3)}"/>`
        ;(crisp ? layers.creases : layers.folds).push(path)
      },
      addShade: ({ line, width, strength, tight = false, tint }) => {
        const opacity = tint ? strength : strength * getShadeStrength(cut.colour)
        ;(tight ? layers.tight : layers.soft).push(
          `<path d="${pose.draw(line)}" fill="none" stroke="${tint ?? darken(cut.colour, 0.66)}" stroke-width="${(width * s).toFixed(1)}" opacity="${opacity.toFixed(3)}"/>`,
        )
      },
      addPatch: ({ outline, tint, strength }) => {
        layers.soft.push(`<path d="${pose.draw(outline, true)}" fill="${tint}" opacity="${strength.toFixed(3)}"/>`)
      },
      addPaint: ({ outline, colour, opacity = 1 }) => {
        layers.paints.push(`<path d="${pose.draw(outline, true)}" fill="${colour}" opacity="${opacity}"/>`)
      },
      addLine: ({ line, colour, width, opacity = 1, dash, round = false }) => {
        const dashes = dash ? ` stroke-dasharray="${dash}"` : ''
        const cap = round ? ' stroke-linecap="round" stroke-linejoin="round"' : ''
        layers.lines.push(
          `<path d="${pose.draw(line)}" fill="none" stroke="${colour}" stroke-width="${(width * s).toFixed(2)}" opacity="${opacity}"${dashes}${cap}/>`,
        )
      },
    }
  }

  const render = (): ReturnType<GarmentCanvas['render']> => {
    const shapes: string[] = []
    const pieces = cuts.map(({ cut, layers }, i): DrawnPiece => {
      const shape = pose.draw(cut.outline, true)
      const clip = `${id}-cut-${i}`
      shapes.push(`<path d="${shape}"/>`)
      const bounds = pad(getBounds(cut.outline.map(pose.toPixels)), 50)
      const blur = createBlurs({ id: clip, bounds })
      const colours = drawColours({ cut, layers, shape, clip, scale: s, blur: blur.wrap })
      const fold = drawFoldMap({ id: `${id}-fold-${i}`, cut, pose, random })
      const heights = `<g clip-path="url(#${clip})">${fold.map}${blur.wrap('fold', layers.folds)}${blur.wrap('crease', layers.creases)}</g>`
      return { bounds, defs: `<clipPath id="${clip}"><path d="${shape}"/></clipPath>${fold.def}${blur.defs.join('')}`, colours, heights }
    })
    return { silhouette: shapes.join(''), pieces }
  }

  return { pose, random, addPiece, render }
}

const BLURS = { fold: 13, crease: 4, soft: 15, tight: 3.5 } as const
type BlurWrap = (kind: keyof typeof BLURS, marks: readonly string[], attributes?: string) => string

/** Blur filters limited to one piece, because a filter over the whole picture is slow. */
function createBlurs({ id, bounds }: { id: string; bounds: Box }): { defs: string[]; wrap: BlurWrap } {
  const region = `x="${bounds.x}" y="${bounds.y}" width="${bounds.width}" height="${bounds.height}"`
  const defs: string[] = []
  const made = new Set<string>()
  const wrap: BlurWrap = (kind, marks, attributes = '') => {
    if (marks.length === 0) return ''
    if (!made.has(kind)) {
      made.add(kind)
      defs.push(
        `<filter id="${id}-${kind}" filterUnits="userSpaceOnUse" ${region} color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${BLURS[kind]}"/></filter>`,
      )
    }
    return `<g filter="url(#${id}-${kind})"${attributes}>${marks.join('')}</g>`
  }
  return { defs, wrap }
}

/** Light cloth needs weaker shades than dark cloth. */
function getShadeStrength(colour: string): number {
  return 1 - 0.5 * Math.max(0, (getLightness(colour) - 0.4) / 0.6)
}

function drawColours({
  cut,
  layers,
  shape,
  clip,
  scale,
  blur,
}: {
  cut: PieceCut
  layers: Layers
  shape: string
  clip: string
  scale: number
  blur: BlurWrap
}): string {
  const { lift = 0, edge = 0.3 } = cut
  const deep = darken(cut.colour, 0.7)
  const cast = lift
    ? blur(
        'tight',
        [`<path d="${shape}" fill="${deep}"/>`],
        ` opacity="${(lift * 0.55).toFixed(2)}" transform="translate(${(3 * scale).toFixed(1)} ${(5 * scale).toFixed(1)})"`,
      )
    : ''
  const rim = `<path d="${shape}" fill="none" stroke="${deep}" stroke-width="${(26 * scale).toFixed(0)}" opacity="${(edge * getShadeStrength(cut.colour)).toFixed(2)}"/>`
  return (
    `${cast}<path d="${shape}" fill="${cut.colour}"/>` +
    `<g clip-path="url(#${clip})">${layers.paints.join('')}${blur('soft', edge ? [rim, ...layers.soft] : layers.soft)}` +
    `${blur('tight', layers.tight)}${layers.lines.join('')}</g>`
  )
}

/** The height map of one piece: noise stretched along the direction of the folds. */
function drawFoldMap({ id, cut, pose, random }: { id: string; cut: PieceCut; pose: Pose; random: Random }): { def: string; map: string } {
  const { foldAngle = 0, rumple = 0.5, wrinkle = 0, sharesFolds = false } = cut
  if (sharesFolds) return { def: '', map: '' }
  if (rumple === 0) return { def: '', map: `<path d="${pose.draw(cut.outline, true)}" fill="#808080"/>` }
  const angle = foldAngle + pose.rotation
  const radians = (-angle * Math.PI) / 180
  const upright = cut.outline.map((p): Point => {
    const [x, y] = pose.toPixels(p)
    return [x * Math.cos(radians) - y * Math.sin(radians), x * Math.sin(radians) + y * Math.cos(radians)]
  })
  const box = getBounds(upright)
  const [x, y] = [Math.floor(box.x - 8), Math.floor(box.y - 8)]
  const [w, h] = [Math.ceil(box.width + 16), Math.ceil(box.height + 16)]
  // The mean is 0.5 for any strength, so that folds do not change the brightness.
  const swell = 0.35 + rumple * 0.9
  const crease = rumple * 0.62
  const rise = (0.5 - swell / 2 + crease * 0.25).toFixed(3)
  const row = `0 0 0 ${swell.toFixed(3)} ${rise}`
  const furrow = `0 0 0 ${(-crease).toFixed(3)} 1`
  const def =
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${w}" height="${h}" color-interpolation-filters="sRGB">` +
    `<feTurbulence type="fractalNoise" baseFrequency="0.0045 0.0016" numOctaves="2" seed="${random.seed()}" result="swell"/>` +
    `<feTurbulence type="turbulence" baseFrequency="0.006 0.0017" numOctaves="2" seed="${random.seed()}" result="crease"/>` +
    `<feColorMatrix in="swell" values="${row} ${row} ${row} 0 0 0 0 1" result="a"/>` +
    `<feColorMatrix in="crease" values="${furrow} ${furrow} ${furrow} 0 0 0 0 1" result="b"/>` +
    // Both inputs are opaque, so the result (a + b - 1) is opaque too.
    `<feComposite in="a" in2="b" operator="arithmetic" k2="1" k3="1" k4="-1" result="folds"/>${drawWrinkles({ wrinkle, seed: random.seed })}</filter>`
  const map = `<rect x="${x}" y="${y}" width="${w}" height="${h}" transform="rotate(${angle})" filter="url(#${id})"/>`
  return { def, map }
}

/** Narrow ridges in a filter whose result so far is `folds`. The mean stays as it is. */
function drawWrinkles({ wrinkle, seed }: { wrinkle: number; seed: () => number }): string {
  if (wrinkle === 0) return ''
  const row = `${(wrinkle * 0.7).toFixed(3)} 0 0 0 ${(0.5 - wrinkle * 0.14).toFixed(3)}`
  return (
    `<feTurbulence type="turbulence" baseFrequency="0.0075 0.003" numOctaves="3" seed="${seed()}"/>` +
    `<feColorMatrix values="${row} ${row} ${row} 0 0 0 0 1" result="wrinkles"/>` +
    '<feComposite in="folds" in2="wrinkles" operator="arithmetic" k2="1" k3="1" k4="-0.5"/>'
  )
}
