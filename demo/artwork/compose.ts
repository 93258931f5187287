import type { DemoProduct } from '../products/product.ts'
import { createChance } from './cloth/chance.ts'
import { lightnessOf } from './cloth/colour.ts'
import type { Weave } from './cloth/fabric.ts'
import { createTestImage, type LaidGarment } from './cloth/picture.ts'
import { createPose } from './cloth/pose.ts'
import { createSheet, type Sheet } from './cloth/sheet.ts'
import type { Crop, Drawing, HoodieDrawing } from './drawing.ts'
import { DENIM_MIDDLE, layDenimCargo } from './garments/denim-cargo.ts'
import { HOODIE_MIDDLE, layHoodie } from './garments/hoodie.ts'
import { JOGGER_MIDDLE, layJogger } from './garments/jogger.ts'
import { layTee, TEE_MIDDLE } from './garments/tee.ts'

/** Lightness from which cloth counts as near white. */
const PALE = 0.72

type Place = { size: number; middle: number; x?: number; y?: number; turn?: number }

/** The picture of one product as an SVG of 1200 × 1500. */
export function composePicture({ backdrop, drawing }: Pick<DemoProduct, 'backdrop' | 'drawing'>): string {
  return createTestImage({ backdrop, seed: drawing.seed, garments: layGarments(drawing) })
}

function layGarments(drawing: Drawing): LaidGarment[] {
  switch (drawing.garment) {
    case 'tee':
      return [
        lay({
          id: 'tee',
          seed: drawing.seed,
          weave: drawing.weave,
          // A dark sleeve decides: under the light for pale cloth it would shine like leather.
          colour: drawing.sleeveColour ?? drawing.colour,
          place: frame({ size: 1.28, middle: TEE_MIDDLE, crop: drawing.crop }),
          on: (sheet) => layTee({ sheet, drawing }),
        }),
      ]
    case 'jogger':
      return [
        lay({
          id: 'jogger',
          seed: drawing.seed,
          weave: drawing.weave,
          colour: drawing.colour,
          place: frame({ size: 1.32, middle: JOGGER_MIDDLE, crop: drawing.crop }),
          on: (sheet) => layJogger({ sheet, drawing }),
        }),
      ]
    case 'denim-cargo':
      return [
        lay({
          id: 'denim',
          seed: drawing.seed,
          weave: 'twill',
          colour: drawing.colour,
          place: frame({ size: 1.27, middle: DENIM_MIDDLE, crop: drawing.crop }),
          on: (sheet) => layDenimCargo({ sheet, drawing }),
        }),
      ]
    case 'hoodie-pack':
      return layPack(drawing)
  }
}

function frame({ size, middle, crop = {} }: { size: number; middle: number; crop?: Crop | undefined }): Place {
  const { scale = 1, turn = 0, x = 0, y = 0 } = crop
  return { size: size * scale, middle, turn, x: 600 + x, y: 752 + y }
}

/** Where the hoodies of a pack lie, from the lowest of the pile to the one on top. */
const LAYOUTS: Record<HoodieDrawing['layout'], readonly { size: number; x: number; y: number; turn: number }[]> = {
  cascade: [
    { size: 0.94, x: 420, y: 535, turn: -9 },
    { size: 0.98, x: 735, y: 985, turn: 6 },
  ],
  'cascade-back': [
    { size: 0.95, x: 772, y: 520, turn: 8 },
    { size: 0.98, x: 452, y: 968, turn: -7 },
  ],
  'side-by-side': [
    { size: 1.0, x: 330, y: 570, turn: -8 },
    { size: 1.05, x: 790, y: 930, turn: 5 },
  ],
  'side-by-side-back': [
    { size: 0.96, x: 800, y: 560, turn: 11 },
    { size: 1.02, x: 452, y: 940, turn: -4 },
  ],
  fan: [
    { size: 0.9, x: 312, y: 506, turn: -15 },
    { size: 0.9, x: 900, y: 520, turn: 14 },
    { size: 1.0, x: 600, y: 975, turn: -1.5 },
  ],
  column: [
    { size: 0.81, x: 735, y: 462, turn: 9 },
    { size: 0.82, x: 430, y: 760, turn: -8 },
    { size: 0.84, x: 755, y: 1052, turn: 5 },
  ],
}

function layPack(drawing: HoodieDrawing): LaidGarment[] {
  const places = LAYOUTS[drawing.layout]
  return drawing.hoodies.map((cut, i) => {
    const place = places[i]
    if (!place) throw new Error(`The layout ${drawing.layout} has no place for hoodie ${i + 1}.`)
    return lay({
      id: `hoodie-${i}`,
      seed: drawing.seed * 10 + i,
      weave: cut.weave,
      colour: cut.colour,
      place: { ...place, middle: HOODIE_MIDDLE },
      on: (sheet) => layHoodie({ sheet, cut }),
    })
  })
}

function lay({
  id,
  seed,
  weave,
  colour,
  place,
  on,
}: {
  id: string
  seed: number
  weave: Weave
  colour: string
  place: Place
  on: (sheet: Sheet) => void
}): LaidGarment {
  const chance = createChance({ seed })
  const { size, middle, x = 600, y = 750, turn = 0 } = place
  const pose = createPose({ placement: { scale: size, turn, x, y, middle }, chance })
  const sheet = createSheet({ id, pose, chance })
  on(sheet)
  // Dark cloth swallows its folds, so the light is stronger on it; near white the other blend already shades twice as much.
  const lightness = lightnessOf(colour)
  if (lightness > PALE) return { id, sheet, weave, relief: 13, light: 'hard-light' }
  return { id, sheet, weave, relief: 34 + (1 - lightness) * 20, light: 'soft-light' }
}
