import type { DemoProduct } from '../products/product.ts'
import { getLightness } from './cloth/colour.ts'
import type { Weave } from './cloth/fabric.ts'
import { createGarmentCanvas, type GarmentCanvas } from './cloth/garment-canvas.ts'
import type { Box } from './cloth/outline.ts'
import type { Picture, PlacedGarment } from './cloth/picture.ts'
import { createPose } from './cloth/pose.ts'
import { createRandom } from './cloth/random.ts'
import type { Crop, Drawing, HoodieDrawing } from './drawing.ts'
import { DENIM_CENTER_Y, drawDenimCargo } from './garments/denim-cargo.ts'
import { drawHoodie, HOODIE_CENTER_Y } from './garments/hoodie.ts'
import { drawJogger, JOGGER_CENTER_Y } from './garments/jogger.ts'
import { drawKurta, KURTA_CENTER_Y } from './garments/kurta.ts'
import { drawShirt, SHIRT_CENTER_Y } from './garments/shirt.ts'
import { drawTee, TEE_CENTER_Y } from './garments/tee.ts'

/** Lightness from which cloth counts as near-white. */
const NEAR_WHITE = 0.72

/** Where a garment lies: its size in pixels per millimetre, and the place of the garment's (0, `centerY`) in pixels. */
type Placement = { size: number; centerY: number; x?: number; y?: number; rotation?: number }

/** The picture of one product. */
export function composePicture({ backdrop, drawing }: Pick<DemoProduct, 'backdrop' | 'drawing'>): Picture {
  return { backdrop, seed: drawing.seed, garments: placeGarments(drawing) }
}

/** The same garment from behind, with other folds. */
export function toBack(drawing: Drawing): Drawing {
  if (drawing.garment === 'hoodie-pack') throw new Error('Packs have no picture of the back.')
  const { rotation = 0, ...crop } = drawing.crop ?? {}
  return { ...drawing, isBack: true, seed: drawing.seed + 5000, crop: { ...crop, rotation: -rotation } }
}

/** One hoodie of a pack, laid out alone. */
export function toPiece({ drawing, piece }: { drawing: Drawing; piece: number }): Drawing {
  const cut = drawing.garment === 'hoodie-pack' ? drawing.hoodies[piece - 1] : undefined
  if (drawing.garment !== 'hoodie-pack' || !cut) throw new Error(`There is no piece ${piece}.`)
  return { ...drawing, layout: 'alone', seed: drawing.seed + 5000 + piece, hoodies: [cut] }
}

/** Within one leg of trousers: between the legs the ground is seen. */
const ONE_LEG: Box = { x: 305, y: 430, width: 240, height: 300 }
const CHEST: Box = { x: 490, y: 660, width: 240, height: 300 }
const PAIR: Box = { x: 480, y: 700, width: 300, height: 375 }

/** The part of the picture that shows the neck or the waistband, or the cloth. */
export function findCloseUp({ view, drawing: { garment } }: { view: 'detail' | 'fabric'; drawing: Drawing }): Box {
  // The lower hoodie of a pair.
  if (garment === 'hoodie-pack') return PAIR
  const isTop = garment === 'tee' || garment === 'kurta' || garment === 'shirt'
  if (view === 'fabric') return isTop ? CHEST : ONE_LEG
  const detail = { width: 600, height: 750 }
  switch (garment) {
    case 'tee':
      return { x: 300, y: 170, ...detail }
    case 'shirt':
      return { x: 280, y: 130, ...detail }
    default:
      return { x: 300, y: 24, ...detail }
  }
}

function placeGarments(drawing: Drawing): PlacedGarment[] {
  switch (drawing.garment) {
    case 'tee':
      return [
        placeGarment({
          id: 'tee',
          seed: drawing.seed,
          weave: drawing.weave,
          // The sleeve's colour decides the blend mode: hard-light is too strong for dark sleeves.
          colour: drawing.sleeveColour ?? drawing.colour,
          placement: buildPlacement({ size: 1.28, centerY: TEE_CENTER_Y, crop: drawing.crop }),
          draw: (canvas) => drawTee({ canvas, drawing }),
        }),
      ]
    case 'jogger':
      return [
        placeGarment({
          id: 'jogger',
          seed: drawing.seed,
          weave: drawing.weave,
          colour: drawing.colour,
          placement: buildPlacement({ size: 1.32, centerY: JOGGER_CENTER_Y, crop: drawing.crop }),
          draw: (canvas) => drawJogger({ canvas, drawing }),
        }),
      ]
    case 'kurta':
      return [
        placeGarment({
          id: 'kurta',
          seed: drawing.seed,
          weave: drawing.weave,
          colour: drawing.colour,
          placement: buildPlacement({ size: 1.27, centerY: KURTA_CENTER_Y, crop: drawing.crop }),
          draw: (canvas) => drawKurta({ canvas, drawing }),
        }),
      ]
    case 'shirt':
      return [
        placeGarment({
          id: 'shirt',
          seed: drawing.seed,
          weave: drawing.weave,
          colour: drawing.colour,
          placement: buildPlacement({ size: 1.32, centerY: SHIRT_CENTER_Y, crop: drawing.crop }),
          draw: (canvas) => drawShirt({ canvas, drawing }),
        }),
      ]
    case 'denim-cargo':
      return [
        placeGarment({
          id: 'denim',
          seed: drawing.seed,
          weave: 'twill',
          colour: drawing.colour,
          placement: buildPlacement({ size: 1.27, centerY: DENIM_CENTER_Y, crop: drawing.crop }),
          draw: (canvas) => drawDenimCargo({ canvas, drawing }),
        }),
      ]
    case 'hoodie-pack':
      return placePack(drawing)
  }
}

function buildPlacement({ size, centerY, crop = {} }: { size: number; centerY: number; crop?: Crop | undefined }): Placement {
  const { scale = 1, rotation = 0, x = 0, y = 0 } = crop
  return { size: size * scale, centerY, rotation, x: 600 + x, y: 752 + y }
}

/** Positions of the hoodies of a pack, from bottom to top. */
const LAYOUTS: Record<HoodieDrawing['layout'], readonly { size: number; x: number; y: number; rotation: number }[]> = {
  alone: [{ size: 1.24, x: 600, y: 760, rotation: -2 }],
  cascade: [
    { size: 0.94, x: 420, y: 535, rotation: -9 },
    { size: 0.98, x: 735, y: 985, rotation: 6 },
  ],
  'cascade-back': [
    { size: 0.95, x: 772, y: 520, rotation: 8 },
    { size: 0.98, x: 452, y: 968, rotation: -7 },
  ],
  'side-by-side': [
    { size: 1.0, x: 330, y: 570, rotation: -8 },
    { size: 1.05, x: 790, y: 930, rotation: 5 },
  ],
  'side-by-side-back': [
    { size: 0.96, x: 800, y: 560, rotation: 11 },
    { size: 1.02, x: 452, y: 940, rotation: -4 },
  ],
  fan: [
    { size: 0.9, x: 312, y: 506, rotation: -15 },
    { size: 0.9, x: 900, y: 520, rotation: 14 },
    { size: 1.0, x: 600, y: 975, rotation: -1.5 },
  ],
  column: [
    { size: 0.81, x: 735, y: 462, rotation: 9 },
    { size: 0.82, x: 430, y: 760, rotation: -8 },
    { size: 0.84, x: 755, y: 1052, rotation: 5 },
  ],
}

function placePack(drawing: HoodieDrawing): PlacedGarment[] {
  const placements = LAYOUTS[drawing.layout]
  return drawing.hoodies.map((cut, i) => {
    const placement = placements[i]
    if (!placement) throw new Error(`The layout ${drawing.layout} has no position for hoodie ${i + 1}.`)
    return placeGarment({
      id: `hoodie-${i}`,
      seed: drawing.seed * 10 + i,
      weave: cut.weave,
      colour: cut.colour,
      placement: { ...placement, centerY: HOODIE_CENTER_Y },
      draw: (canvas) => drawHoodie({ canvas, cut }),
    })
  })
}

/** Draws a garment at its place. The colour decides how its folds are lit. */
export function placeGarment({
  id,
  seed,
  weave,
  colour,
  placement,
  draw,
}: {
  id: string
  seed: number
  weave: Weave
  colour: string
  placement: Placement
  draw: (canvas: GarmentCanvas) => void
}): PlacedGarment {
  const random = createRandom({ seed })
  const { size, centerY, x = 600, y = 750, rotation = 0 } = placement
  const pose = createPose({ placement: { scale: size, rotation, x, y, centerY }, random })
  const canvas = createGarmentCanvas({ id, pose, random })
  draw(canvas)
  // Folds are less visible on dark cloth, so its relief is higher.
  const lightness = getLightness(colour)
  if (lightness > NEAR_WHITE) return { id, canvas, weave, relief: 13, light: 'hard-light' }
  return { id, canvas, weave, relief: 34 + (1 - lightness) * 20, light: 'soft-light' }
}
