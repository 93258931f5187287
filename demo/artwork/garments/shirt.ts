import { darken } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, type Point, parsePath, unfold } from '../cloth/outline.ts'
import { addHemStitch, addSeam } from '../cloth/sewing.ts'
import type { ShirtDrawing } from '../drawing.ts'
import { layHanger } from './hanger.ts'
import { foldWovenBody } from './woven-body.ts'
import { BAND_NECK, layBackInside, sewBackCollar, sewBandCollar, sewPointCollar } from './woven-collar.ts'
import { sewChestPocket, sewPlacket } from './woven-front.ts'
import { type PrintFrame, paintPrint } from './woven-print.ts'
import { drawWovenSleeve } from './woven-sleeve.ts'

const SHOULDER_END: Point = [220, 52]
const UNDERARM: Point = [258, 270]
const ARMHOLE = parsePath('M220 52 C204 116 198 212 258 270')
const SHOULDER = parsePath('M82 3 C128 12 178 32 220 52')
const SIDE = parsePath('M258 270 C250 360 248 480 256 664')
/** The curved hem: short at the side seams, long in the middle. */
const TAIL = parsePath('M256 664 C240 668 226 684 206 704 C172 738 100 768 0 770')
const BACK_TAIL = parsePath('M256 664 C248 672 234 692 214 716 C180 756 104 790 0 792')
const BACK_NECK = parsePath('M82 3 C50 18 24 22 0 22')
const whole: PrintFrame = { origin: [0, 0], degrees: 0 }

export const SHIRT_CENTER_Y = 374

/** Draws a woven shirt: the tail of the back, the inside of the back, sleeves, front, pocket, placket and collar. */
export function drawShirt({ canvas, drawing, isHung = false }: { canvas: GarmentCanvas; drawing: ShirtDrawing; isHung?: boolean }): void {
  const { colour, print, isBack = false } = drawing
  const paint = print && ((piece: Piece): void => paintPrint({ piece, print, frame: whole, toSide: (line) => line }))
  if (!isBack) {
    const tail = canvas.addPiece({
      outline: unfold([...parsePath('M0 610 L254 610'), ...BACK_TAIL]),
      colour: darken(colour, 0.26),
      rumple: 0.4,
      edge: 0.2,
    })
    paint?.(tail)
    tail.addShade({ line: [...TAIL, ...mirror(TAIL)], width: 34, strength: 0.5 })
    layBackInside({ canvas, colour, hasStand: true, paint })
  }
  if (isHung) layHanger({ canvas })
  for (const side of [-1, 1] as const)
    drawWovenSleeve({
      canvas,
      side,
      sleeve: {
        colour,
        end: drawing.sleeve,
        shoulder: SHOULDER_END,
        underarm: UNDERARM,
        print,
        isBack,
        buttonColour: drawing.buttonColour,
      },
    })
  const neck = isBack ? BACK_NECK : BAND_NECK
  const tail = isBack ? BACK_TAIL : TAIL
  const half = [...neck.toReversed(), ...SHOULDER.slice(1), ...ARMHOLE.slice(1), ...SIDE.slice(1), ...tail.slice(1)]
  const front = canvas.addPiece({ outline: unfold(half), colour, rumple: 0.58, wrinkle: 0.2, lift: 0.34, edge: 0.08 })
  paint?.(front)
  foldWovenBody({ canvas, front, underarm: UNDERARM, waist: 440, hem: 760, isLong: false })
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    addSeam({ piece: front, line: toSide(ARMHOLE), colour, depth: 0.6 })
    addHemStitch({ piece: front, line: toSide(offset(ARMHOLE, 7)), colour, rows: 1 })
    front.addShade({ line: toSide(SIDE), width: 28, strength: 0.24 })
    addHemStitch({ piece: front, line: toSide(offset(SIDE, 7)), colour, rows: 1 })
    if (!isBack) {
      // The yoke comes over the shoulder.
      const yoke = offset(SHOULDER, 22)
      addSeam({ piece: front, line: toSide(yoke), colour })
      addHemStitch({ piece: front, line: toSide(offset(yoke, -6)), colour, rows: 1 })
    }
    addHemStitch({ piece: front, line: toSide(offset(tail, 11)), colour, rows: 1 })
    front.addShade({ line: toSide(tail), width: 9, strength: 0.42, tight: true })
  }
  if (isBack) {
    sewBackYoke({ front, colour })
    sewBackCollar({ canvas, colour, collar: drawing.collar, paint })
    return
  }
  if (drawing.pocket) sewChestPocket({ canvas, colour, at: [70, 196], paint })
  const placket =
    drawing.opening === 'full'
      ? { from: 80, to: 770, buttons: [150, 238, 326, 414, 502, 590, 678], isOpenBelow: true }
      : { from: 80, to: 392, buttons: [146, 226, 306] }
  sewPlacket({ canvas, colour, ...placket, buttonColour: drawing.buttonColour, paint })
  if (drawing.collar === 'band') sewBandCollar({ canvas, colour, paint })
  else sewPointCollar({ canvas, colour, paint, buttonColour: drawing.buttonColour })
}

/** The yoke with a loop and a box pleat below it. */
function sewBackYoke({ front, colour }: { front: Piece; colour: string }): void {
  const line = parsePath('M-214 128 C-110 138 110 138 214 128')
  addSeam({ piece: front, line, colour })
  addHemStitch({ piece: front, line: offset(line, -6), colour, rows: 1 })
  for (const s of [-1, 1]) {
    const pleat = parsePath(`M${22 * s} 136 C${24 * s} 300 ${30 * s} 460 ${38 * s} 640`)
    front.addFold({ line: pleat, width: 20, rise: 0.35 })
    front.addFold({ line: offset(pleat, 9 * s), width: 9, rise: -0.4, crisp: true })
    front.addShade({ line: parsePath(`M${22 * s} 137 L${23 * s} 240`), width: 5, strength: 0.5, tight: true })
  }
  front.addLine({ line: parsePath('M-6 118 L-6 136 L6 136 L6 118 L-6 118'), colour: darken(colour, 0.5), width: 3, opacity: 0.6 })
}
