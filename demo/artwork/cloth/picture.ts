import { drawGrain, type Weave } from './fabric.ts'
import type { GarmentCanvas } from './garment-canvas.ts'

/** A garment and the parameters of its light. */
export type PlacedGarment = {
  id: string
  canvas: GarmentCanvas
  weave: Weave
  /** Strength of the folds: higher for thick or dark cloth. */
  relief: number
  /** Blend mode of the light: soft-light, or hard-light for near-white cloth, on which soft-light has no effect. */
  light: 'soft-light' | 'hard-light'
}

const WHOLE = 'filterUnits="userSpaceOnUse" x="-60" y="-60" width="1320" height="1620" color-interpolation-filters="sRGB"'

function drawBlur({ id, deviation }: { id: string; deviation: number }): string {
  return `<filter id="${id}" ${WHOLE}><feGaussianBlur stdDeviation="${deviation}"/></filter>`
}

/**
 * Light from the upper left. A flat area is exactly 50 % grey, which both blend modes leave unchanged.
 */
function drawLight({ id, relief }: { id: string; relief: number }): string {
  return (
    `<filter id="${id}" ${WHOLE}><feColorMatrix type="luminanceToAlpha"/>` +
    `<feDiffuseLighting surfaceScale="${relief}" diffuseConstant="0.59" lighting-color="#fff"><feDistantLight azimuth="235" elevation="58"/></feDiffuseLighting>` +
    `<feGaussianBlur stdDeviation="3.2"/>` +
    `<feColorMatrix values="1.6 0 0 0 -.3 0 1.7 0 0 -.354 0 0 1.8 0 -.41 0 0 0 0 1"/></filter>`
  )
}

/** Renders the picture as SVG: the backdrop, then the shadows, colours, folds and grain of each garment. */
export function renderPicture({
  backdrop,
  garments,
  seed,
}: {
  backdrop: string
  garments: readonly PlacedGarment[]
  seed: number
}): string {
  const defs = [drawBlur({ id: 'blur-contact', deviation: 7 }), drawBlur({ id: 'blur-wide', deviation: 38 })]
  const body = garments.map(({ id, canvas, weave, relief, light }) => {
    const { defs: own, silhouette, colours, heights } = canvas.render()
    const grain = drawGrain({ id: `${id}-grain`, weave, seed: seed + id.length, clip: `${id}-silhouette` })
    defs.push(own, grain.defs, drawLight({ id: `${id}-light`, relief }))
    return (
      `<g filter="url(#blur-wide)" opacity=".34" fill="#1d120c" transform="translate(20 34)">${silhouette}</g>` +
      `<g filter="url(#blur-contact)" opacity=".5" fill="#160d09" transform="translate(5 8)">${silhouette}</g>` +
      `<g style="isolation:isolate">${colours}<g clip-path="url(#${id}-silhouette)" style="mix-blend-mode:${light}">` +
      `<g filter="url(#${id}-light)"><rect x="-60" y="-60" width="1320" height="1620" fill="#6c6c6c"/>${heights}</g></g>` +
      `${grain.layers}</g>`
    )
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500"><defs>${defs.join('')}${drawBackdropDefs({ backdrop, seed })}</defs>` +
    `${BACKDROP}${body.join('')}</svg>`
  )
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
