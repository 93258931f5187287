import { darken } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, type Point, parsePath, unfold } from '../cloth/outline.ts'
import { addHemStitch, addSeam } from '../cloth/sewing.ts'
import type { KurtaDrawing, WovenPrint } from '../drawing.ts'
import { layHanger } from './hanger.ts'
import { foldWovenBody } from './woven-body.ts'
import { BAND_NECK, layBackInside, ROUND_NECK, sewBackCollar, sewBandCollar, sewRoundNeck } from './woven-collar.ts'
import { sewChestPocket, sewPlacket } from './woven-front.ts'
import { type PrintFrame, paintPrint } from './woven-print.ts'
import { drawWovenSleeve } from './woven-sleeve.ts'

const SHOULDER_END: Point = [216, 50]
const UNDERARM: Point = [264, 286]
const SLIT = 716
const HEM = 1046
const ARMHOLE = parsePath('M216 50 C200 118 198 226 264 286')
const SHOULDER = parsePath('M82 3 C126 12 174 31 216 50')
const SIDE = parsePath(`M264 286 C257 380 254 490 263 600 C268 650 272 684 274 ${SLIT}`)
const PANEL_EDGE = parsePath(`M274 ${SLIT} C278 830 281 950 281 ${HEM - 4}`)
const HEM_HALF = parsePath(`M281 ${HEM - 4} C200 ${HEM - 1} 100 ${HEM} 0 ${HEM}`)
const BACK_NECK = parsePath('M82 3 C50 18 24 22 0 22')
const NOTCH = 232

export const KURTA_CENTER_Y = 512

/** Draws a kurta: the back panel, the inside of the back, sleeves, front, placket and collar. */
export function drawKurta({ canvas, drawing, isHung = false }: { canvas: GarmentCanvas; drawing: KurtaDrawing; isHung?: boolean }): void {
  const { colour, isBack = false } = drawing
  const print = toFrontPrint(drawing)
  const borderColour = print?.kind === 'block' ? print.colour : drawing.border
  layBackPanel({ canvas, colour, border: borderColour, from: print?.kind === 'block' ? print.at : HEM - 66 })
  if (!isBack) layBackInside({ canvas, colour, hasStand: drawing.collar === 'band' })
  if (isHung) layHanger({ canvas })
  for (const side of [-1, 1] as const)
    drawWovenSleeve({
      canvas,
      side,
      sleeve: {
        colour,
        cuffColour: borderColour,
        end: drawing.sleeve,
        shoulder: SHOULDER_END,
        underarm: UNDERARM,
        print: toSleevePrint(drawing),
        isBack,
      },
    })
  const neck = isBack
    ? BACK_NECK
    : drawing.collar === 'band'
      ? BAND_NECK
      : [...ROUND_NECK, ...parsePath(`M11 97 C10 130 5 ${NOTCH - 40} 0 ${NOTCH}`).slice(1)]
  const half = [
    ...neck.toReversed(),
    ...SHOULDER.slice(1),
    ...ARMHOLE.slice(1),
    ...SIDE.slice(1),
    ...PANEL_EDGE.slice(1),
    ...HEM_HALF.slice(1),
  ]
  const front = canvas.addPiece({ outline: unfold(half), colour, rumple: 0.55, wrinkle: 0.2, lift: 0.34, edge: 0.08 })
  const frame: PrintFrame = { origin: [0, 0], degrees: 0 }
  if (print) paintPrint({ piece: front, print, frame, toSide: (line) => line })
  if (drawing.border) paintBorder({ front, colour: drawing.border })
  foldWovenBody({ canvas, front, underarm: UNDERARM, waist: 500, hem: HEM, isLong: true })
  sewSeams({ front, drawing })
  if (drawing.hasYoke && print?.kind !== 'block') sewYoke({ front, colour })
  if (print?.kind === 'block') {
    const seam = parsePath(`M-320 ${print.at} L320 ${print.at}`)
    addSeam({ piece: front, line: seam, colour: print.colour })
    addHemStitch({ piece: front, line: offset(seam, -7), colour, rows: 1 })
  }
  if (isBack) {
    sewBackCollar({ canvas, colour, collar: drawing.collar })
    return
  }
  if (drawing.pocket)
    sewChestPocket({
      canvas,
      colour,
      at: [76, 214],
      paint: print && ((piece) => paintPrint({ piece, print, frame, toSide: (line) => line })),
    })
  sewFront({ canvas, drawing })
}

/** A border has a plain strip above it. */
function toFrontPrint({ print, border }: KurtaDrawing): WovenPrint | undefined {
  return border && (print?.kind === 'sprigs' || print?.kind === 'steps') ? { ...print, until: HEM - 112 } : print
}

function toSleevePrint({ print }: KurtaDrawing): WovenPrint | undefined {
  return print?.kind === 'block' ? undefined : print
}

/** The back panel shows in the slits and below the front. */
function layBackPanel({
  canvas,
  colour,
  border,
  from,
}: {
  canvas: GarmentCanvas
  colour: string
  border: string | undefined
  from: number
}): void {
  const half = parsePath(`M0 690 L262 690 L273 ${SLIT - 8} C286 820 297 950 301 ${HEM + 3} C210 ${HEM + 8} 100 ${HEM + 9} 0 ${HEM + 9}`)
  const panel = canvas.addPiece({ outline: unfold(half), colour: darken(colour, 0.22), rumple: 0.4, edge: 0.2 })
  if (border)
    panel.addPaint({
      outline: parsePath(`M-400 ${from} L400 ${from} L400 ${HEM + 60} L-400 ${HEM + 60} L-400 ${from}`),
      colour: darken(border, 0.22),
    })
  for (const side of [-1, 1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    panel.addShade({ line: toSide(offset(PANEL_EDGE, -2)), width: 26, strength: 0.5 })
    addHemStitch({ piece: panel, line: toSide(parsePath(`M276 ${SLIT} C285 830 293 950 295 ${HEM}`)), colour, rows: 1 })
  }
}

/** A plain border with a narrow line above it. */
function paintBorder({ front, colour }: { front: Piece; colour: string }): void {
  front.addPaint({ outline: parsePath(`M-400 ${HEM - 66} L400 ${HEM - 66} L400 ${HEM + 40} L-400 ${HEM + 40}`), colour })
  front.addPaint({ outline: parsePath(`M-400 ${HEM - 80} L400 ${HEM - 80} L400 ${HEM - 75} L-400 ${HEM - 75}`), colour })
}

function sewSeams({ front, drawing }: { front: Piece; drawing: KurtaDrawing }): void {
  const { colour, border, print } = drawing
  const lower = print?.kind === 'block' ? print.colour : colour
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    addSeam({ piece: front, line: toSide(ARMHOLE), colour, depth: 0.6 })
    addHemStitch({ piece: front, line: toSide(offset(ARMHOLE, 6)), colour, rows: 1 })
    addSeam({ piece: front, line: toSide(offset(SHOULDER, 16)), colour })
    front.addShade({ line: toSide(SIDE), width: 30, strength: 0.24 })
    front.addShade({ line: toSide(PANEL_EDGE), width: 8, strength: 0.36, tight: true })
    // The facing of the slit.
    addHemStitch({ piece: front, line: toSide(offset(PANEL_EDGE, 13)), colour: lower, rows: 1 })
    addHemStitch({ piece: front, line: toSide(parsePath(`M258 ${SLIT - 6} L276 ${SLIT - 12}`)), colour: lower, rows: 1 })
    if (drawing.sidePockets) {
      const mouth = parsePath('M256 500 C256 560 259 610 265 656')
      front.addShade({ line: toSide(offset(mouth, 3)), width: 8, strength: 0.55, tight: true })
      addHemStitch({ piece: front, line: toSide(offset(mouth, 12)), colour, rows: 1 })
    }
  }
  const hem = [...mirror(HEM_HALF).reverse(), ...HEM_HALF.toReversed()]
  const along = hem[0] && hem[0][0] < 0 ? hem : hem.toReversed()
  addHemStitch({ piece: front, line: offset(along, -27), colour: border ?? lower, rows: 1 })
  front.addShade({ line: along, width: 9, strength: 0.42, tight: true })
}

function sewYoke({ front, colour }: { front: Piece; colour: string }): void {
  const line = parsePath('M-230 176 C-120 182 120 182 230 176')
  addSeam({ piece: front, line, colour })
  addHemStitch({ piece: front, line: offset(line, -6), colour, rows: 1 })
}

function sewFront({ canvas, drawing }: { canvas: GarmentCanvas; drawing: KurtaDrawing }): void {
  const { colour, trim = colour, print } = drawing
  const paint =
    print && print.kind !== 'block' && trim === colour
      ? (piece: Piece): void => paintPrint({ piece, print, frame: { origin: [0, 0], degrees: 0 }, toSide: (line) => line })
      : undefined
  if (drawing.collar === 'round') {
    sewRoundNeck({ canvas, colour: drawing.border ?? trim, notch: NOTCH })
    return
  }
  sewPlacket({ canvas, colour: trim, from: 80, to: 372, width: 32, buttons: [128, 206, 284], buttonColour: drawing.buttonColour, paint })
  sewBandCollar({ canvas, colour: trim, paint })
}
