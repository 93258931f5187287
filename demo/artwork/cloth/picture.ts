import { drawGrain, type Weave } from './fabric.ts'
import type { DrawnPiece, GarmentCanvas } from './garment-canvas.ts'
import { type Box, getBounds, intersect, pad } from './outline.ts'
import { compositeLayers, rasterise, toImage } from './rasterise.ts'

/** A garment and the parameters of its light. */
export type PlacedGarment = {
  id: string
  canvas: GarmentCanvas
  weave: Weave
  /** Strength of the folds: higher for thick or dark cloth. */
  relief: number
  /** Blend mode of the light: soft-light, or hard-light for near-white cloth, on which soft-light has no effect. */
  light: 'soft-light' | 'hard-light'
  /** Distance of the shadow: 1 for cloth that lies on the ground. */
  distance?: number
}

/** SVG that is drawn with the garments, in pixels of 1200 × 1500. */
export type Prop = { defs: string; behind: string; front: string }

export type Picture = { backdrop: string; seed: number; garments: readonly PlacedGarment[]; prop?: Prop | undefined }

export const WHOLE_PICTURE: Box = { x: 0, y: 0, width: 1200, height: 1500 }

const WHOLE = 'filterUnits="userSpaceOnUse" x="-60" y="-60" width="1320" height="1620" color-interpolation-filters="sRGB"'

/** Pixels beyond the edge of the part that is drawn, so that blurs do not end there. */
const MARGIN = 40
/** Shadows and light have no fine detail, so they are drawn smaller; from near, so are the colours below the threads. */
const COARSE = { shadow: 0.5, light: 1, colours: 3.2 }

function drawBlur({ id, deviation }: { id: string; deviation: number }): string {
  return `<filter id="${id}" ${WHOLE}><feGaussianBlur stdDeviation="${deviation}"/></filter>`
}

/**
 * Light from the upper left. A flat area is exactly 50 % grey, which both blend modes leave unchanged.
 */
function drawLight({ relief }: { relief: number }): string {
  return (
    `<filter id="light" ${WHOLE}><feColorMatrix type="luminanceToAlpha"/>` +
    `<feDiffuseLighting surfaceScale="${relief}" diffuseConstant="0.59" lighting-color="#fff"><feDistantLight azimuth="235" elevation="58"/></feDiffuseLighting>` +
    `<feGaussianBlur stdDeviation="3.2"/>` +
    `<feColorMatrix values="1.6 0 0 0 -.3 0 1.7 0 0 -.354 0 0 1.8 0 -.41 0 0 0 0 1"/></filter>`
  )
}

/**
 * Renders a picture, or the part of it in `view`, to RGB pixels: the backdrop, then the shadows, colours, folds and grain of each
 * garment. Each piece is rendered by itself, because filters over the whole picture take minutes.
 */
export async function renderPicture({
  picture: { backdrop, garments, seed, prop },
  view = WHOLE_PICTURE,
  width,
}: {
  picture: Picture
  view?: Box
  /** In pixels. */
  width: number
}): Promise<Buffer> {
  const scale = width / view.width
  const area = pad(view, MARGIN)
  const defs = [drawBlur({ id: 'blur-contact', deviation: 7 }), drawBackdropDefs({ backdrop, seed }), prop?.defs ?? '']
  const body: string[] = []
  for (const garment of garments) {
    const drawn = await drawGarment({ garment, area, scale, seed })
    defs.push(drawn.defs)
    body.push(drawn.body)
  }
  const svg = `<defs>${defs.join('')}</defs>${BACKDROP}${prop?.behind ?? ''}${body.join('')}${prop?.front ?? ''}`
  return rasterise({ svg, area: view, scale, hasAlpha: false })
}

async function drawGarment({
  garment: { id, canvas, weave, relief, light, distance = 1 },
  area,
  scale,
  seed,
}: {
  garment: PlacedGarment
  area: Box
  scale: number
  seed: number
}): Promise<{ defs: string; body: string }> {
  const { silhouette, pieces } = canvas.render()
  const box = intersect(
    area,
    pad(
      getBounds(
        pieces.flatMap(
          ({ bounds: b }) =>
            [
              [b.x, b.y],
              [b.x + b.width, b.y + b.height],
            ] as const,
        ),
      ),
      MARGIN,
    ),
  )
  if (!box) return { defs: '', body: '' }
  const shadows =
    drawBlurs() +
    `<g filter="url(#wide)" opacity=".34" fill="#1d120c" transform="translate(${20 * distance} ${34 * distance})">${silhouette}</g>` +
    `<g filter="url(#contact)" opacity="${0.5 / distance}" fill="#160d09" transform="translate(${5 * distance} ${8 * distance})">${silhouette}</g>`
  const shadow = await toImage({ svg: shadows, area: box, scale: COARSE.shadow })
  const colours = await compositeLayers({
    layers: toLayers({ pieces, area: box, part: 'colours' }),
    area: box,
    scale: Math.min(scale, COARSE.colours),
  })
  const heights = await compositeLayers({ layers: toLayers({ pieces, area: box, part: 'heights' }), area: box, scale: COARSE.light })
  const lit = `<defs>${drawLight({ relief })}</defs><g filter="url(#light)"><rect x="-60" y="-60" width="1320" height="1620" fill="#6c6c6c"/>${heights}</g>`
  const lightMap = await toImage({ svg: lit, area: box, scale: COARSE.light })
  const grain = await drawGrain({ id: `${id}-grain`, weave, seed: seed + id.length, clip: `${id}-silhouette`, area: box, scale })
  return {
    defs: `<clipPath id="${id}-silhouette">${silhouette}</clipPath>${grain.defs}`,
    body:
      `${shadow}<g style="isolation:isolate">${colours}` +
      `<g clip-path="url(#${id}-silhouette)" style="mix-blend-mode:${light}">${lightMap}</g>${grain.layers}</g>`,
  }
}

const drawBlurs = (): string => `<defs>${drawBlur({ id: 'wide', deviation: 38 })}${drawBlur({ id: 'contact', deviation: 7 })}</defs>`

function toLayers({
  pieces,
  area,
  part,
}: {
  pieces: readonly DrawnPiece[]
  area: Box
  part: 'colours' | 'heights'
}): { svg: string; area: Box }[] {
  return pieces.flatMap((piece) => {
    const shared = intersect(piece.bounds, area)
    return shared ? [{ svg: `<defs>${piece.defs}</defs>${piece[part]}`, area: shared }] : []
  })
}

const BACKDROP =
  '<rect width="1200" height="1500" fill="url(#backdrop)"/><rect width="1200" height="1500" fill="url(#backdrop-light)"/>' +
  '<rect width="1200" height="1500" filter="url(#backdrop-grain)" opacity=".075"/>'

function drawBackdropDefs({ backdrop, seed }: { backdrop: string; seed: number }): string {
  return (
    `<linearGradient id="backdrop" x1="0" y1="0" x2=".35" y2="1"><stop offset="0" stop-color="${backdrop}"/><stop offset="1" stop-color="${backdrop}"/></linearGradient>` +
    '<radialGradient id="backdrop-light" cx=".3" cy=".22" r="1.05"><stop offset="0" stop-color="#fff8ea" stop-opacity=".3"/><stop offset=".5" stop-color="#fff8ea" stop-opacity="0"/><stop offset="1" stop-color="#1c110a" stop-opacity=".2"/></radialGradient>' +
    `<filter id="backdrop-grain" ${WHOLE}><feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="1" seed="${seed}"/><feColorMatrix values="0 0 0 2 -.5 0 0 0 2 -.5 0 0 0 2 -.5 0 0 0 0 1"/></filter>`
  )
}
