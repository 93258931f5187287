import { darken, getLightness, lighten } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, type Point, parsePath, rotate, unfold } from '../cloth/outline.ts'
import { addHemStitch, addRib, addSeam } from '../cloth/sewing.ts'
import type { TeeDetail, TeeDrawing } from '../drawing.ts'
import { paintFront, paintSleeve, sewOnFront } from './tee-details.ts'

const UNDERARM = 262
const SLEEVE = parsePath('M244 50 C306 84 372 142 428 204 C396 256 360 306 322 354 C304 318 280 284 240 246 C220 178 226 110 244 50')
const NECK_BACK = parsePath('M-96 2 C-58 18 58 18 96 2')
const ARMHOLE = parsePath('M250 52 C238 112 240 180 268 262')
const SHOULDER = parsePath('M96 2 C150 16 205 34 250 52')
const CUFF = parsePath('M428 204 C396 256 360 306 322 354')
const NECKS = {
  crew: 'C84 62 46 92 0 92',
  vee: 'C82 60 34 128 0 168',
  back: 'C72 16 36 24 0 24',
} as const
const COLLAR_WIDTH = 21

export const TEE_CENTER_Y = 376

/** Draws a tee: inside of the back, sleeves, front, collar and detail. */
export function drawTee({ canvas, drawing }: { canvas: GarmentCanvas; drawing: TeeDrawing }): void {
  const { colour, neck = 'crew', length = 1, isBack = false } = drawing
  const detail = isBack ? toBackDetail(drawing.detail) : drawing.detail
  const rib = drawing.ribColour ?? colour
  const lengthen = (line: Outline): Point[] => line.map(([x, y]): Point => [x, y > UNDERARM ? UNDERARM + (y - UNDERARM) * length : y])
  const neckHalf = parsePath(`M96 2 ${isBack ? NECKS.back : NECKS[neck]}`)
  const neckFront = [...mirror(neckHalf).reverse(), ...neckHalf.toReversed()]
  const half = [
    ...neckHalf.toReversed(),
    ...lengthen(parsePath('M96 2 C150 16 205 34 250 52 C238 112 240 180 268 262 C262 350 261 540 266 734 C180 745 90 750 0 750')),
  ]
  const hem = lengthen(parsePath('M-266 734 C-180 745 -90 750 0 750 C90 750 180 745 266 734'))

  if (!isBack) layBackNeck({ canvas, colour, rib, neckFront })
  for (const side of [1, -1] as const) drawSleeve({ canvas, drawing, side })
  const front = canvas.addPiece({ outline: unfold(half), colour, rumple: 0.62, lift: 0.3, edge: 0.18 })
  paintFront({ front, detail })
  foldFront({ front, canvas })
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    addSeam({ piece: front, line: toSide(ARMHOLE), colour })
    addHemStitch({ piece: front, line: toSide(offset(ARMHOLE, 6)), colour, rows: 1 })
    addSeam({ piece: front, line: toSide(offset(SHOULDER, 3)), colour })
  }
  const hemColour = detail.kind === 'block' && detail.at > 300 ? detail.colour : colour
  addHemStitch({ piece: front, line: offset(hem, -22), colour: hemColour, rows: 2 })
  front.addShade({ line: hem, width: 10, strength: 0.4, tight: true })
  sewOnFront({ canvas, detail, colour })
  layCollar({ canvas, rib, neckFront })
}

/** Pockets, plackets and single prints are on the front only. */
function toBackDetail(detail: TeeDetail): TeeDetail {
  const isFrontOnly = detail.kind === 'pocket' || detail.kind === 'placket' || (detail.kind === 'print' && detail.motif !== 'sprigs')
  return isFrontOnly ? { kind: 'plain' } : detail
}

type NeckWork = { canvas: GarmentCanvas; rib: string; neckFront: Outline }

/** The inside of the back with its rib, tape and label. */
export function layBackNeck({ canvas, colour, rib, neckFront }: NeckWork & { colour: string }): void {
  const inside = darken(colour, 0.3)
  const back = canvas.addPiece({
    outline: parsePath('M-94 3 C-58 19 58 19 94 3 L100 40 C70 190 -70 190 -100 40 L-94 3'),
    colour: inside,
    rumple: 0.25,
    edge: 0.35,
  })
  back.addShade({ line: neckFront, width: 60, strength: 0.55 })
  const band = [...NECK_BACK, ...offset(NECK_BACK, 19).reverse()]
  const collar = canvas.addPiece({ outline: band, colour: darken(rib, 0.16), rumple: 0.1, lift: 0.5, edge: 0.18 })
  addRib({ piece: collar, from: NECK_BACK, to: offset(NECK_BACK, 19), pitch: 4.4, colour: rib })
  // Neck tape and a label without text.
  const tape = [...offset(NECK_BACK, 19), ...offset(NECK_BACK, 28).reverse()]
  const taped = canvas.addPiece({ outline: tape, colour: lighten(inside, 0.12), rumple: 0.1, lift: 0.3, edge: 0.1 })
  addHemStitch({ piece: taped, line: offset(NECK_BACK, 26), colour: inside, rows: 1 })
  const label = canvas.addPiece({
    outline: parsePath('M-24 30 C-8 32 8 32 24 30 L23 58 C8 60 -8 60 -23 58 L-24 30'),
    colour: getLightness(colour) > 0.7 ? '#3a2f2a' : '#e9dfcd',
    rumple: 0.3,
    lift: 0.7,
    edge: 0.2,
  })
  label.addLine({ line: parsePath('M-23 34 C-8 36 8 36 23 34'), colour: '#8b2f2a', width: 1, dash: '3 2.2', opacity: 0.9 })
}

function drawSleeve({ canvas, drawing, side }: { canvas: GarmentCanvas; drawing: TeeDrawing; side: 1 | -1 }): void {
  const { between } = canvas.random
  const degrees = between(-3, 5)
  const toSide = (line: Outline): Outline => {
    const swung = rotate({ outline: line, about: [248, 51], degrees })
    return side === 1 ? swung : mirror(swung)
  }
  const colour = drawing.sleeveColour ?? drawing.colour
  const sleeve = canvas.addPiece({ outline: toSide(SLEEVE), colour, foldAngle: side * -52, rumple: 0.55, edge: 0.2 })
  paintSleeve({ sleeve, detail: drawing.detail, toSide })
  sleeve.addShade({ line: toSide(parsePath('M262 262 C288 296 304 326 322 356')), width: 46, strength: 0.34 })
  sleeve.addShade({ line: toSide(ARMHOLE), width: 30, strength: 0.24 })
  const reach = between(-16, 18)
  sleeve.addFold({
    line: toSide(parsePath(`M262 236 C300 ${226 + reach} 340 ${214 + reach} 384 ${232 + reach}`)),
    width: between(24, 40),
    rise: between(0.25, 0.5),
  })
  sleeve.addFold({
    line: toSide(parsePath(`M266 262 C300 ${262 + reach} 330 ${270 + reach} 352 ${296 + reach}`)),
    width: 13,
    rise: between(-0.2, -0.06),
    crisp: true,
  })
  const ridge = between(-20, 20)
  sleeve.addFold({
    line: toSide(parsePath(`M256 ${88 + ridge} C310 ${118 + ridge} 360 ${160 + ridge} 402 ${208 + ridge}`)),
    width: 46,
    rise: between(0.1, 0.42),
  })
  addHemStitch({ piece: sleeve, line: toSide(offset(CUFF, 20)), colour, rows: 2 })
  sleeve.addShade({ line: toSide(CUFF), width: 8, strength: 0.4, tight: true })
}

/** Folds from the underarms, down the middle and above the hem. */
function foldFront({ front, canvas }: { front: Piece; canvas: GarmentCanvas }): void {
  const { between } = canvas.random
  const lean = between(-50, 50)
  front.addFold({
    line: parsePath(`M${lean} 150 C${lean + 20} 320 ${-lean} 520 ${lean * 0.5} 740`),
    width: between(90, 130),
    rise: 0.32,
  })
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const d = between(-24, 24)
    front.addShade({ line: toSide(ARMHOLE), width: 30, strength: 0.18 })
    front.addShade({ line: toSide(parsePath('M270 250 C262 350 262 520 268 740')), width: 36, strength: 0.16 })
    front.addFold({
      line: toSide(parsePath(`M264 262 C222 ${238 + d} 178 ${214 + d} ${120 + d} ${206 + d}`)),
      width: between(26, 40),
      rise: between(0.2, 0.5),
    })
    front.addFold({
      line: toSide(parsePath(`M266 274 C226 ${262 + d} 190 ${246 + d} ${150 + d} ${242 + d}`)),
      width: 12,
      rise: between(-0.18, -0.06),
      crisp: true,
    })
    const fall = between(-60, 90)
    front.addFold({
      line: toSide(parsePath(`M262 290 C${226 + d} 330 ${190 - d} ${430 + fall} ${176 - d} ${560 + fall}`)),
      width: between(40, 66),
      rise: between(0.1, 0.42),
    })
    if (d > -6)
      front.addFold({
        line: toSide(parsePath(`M258 306 C232 ${350 + d} ${214 - d} ${420 + fall} ${206 - d} ${500 + fall}`)),
        width: 15,
        rise: between(-0.12, -0.05),
        crisp: true,
      })
    front.addFold({ line: toSide(parsePath(`M120 20 C150 70 160 ${130 + d} 150 ${200 + d}`)), width: 44, rise: between(0.05, 0.3) })
    front.addFold({
      line: toSide(parsePath(`M${150 + d} 746 C${156 + d} 680 ${140 - d} 610 ${160 - d} ${520 + d}`)),
      width: between(36, 56),
      rise: between(-0.35, 0.4),
    })
  }
  const y = between(360, 520)
  const way = between(0, 1) > 0.5 ? 1 : -1
  front.addFold({
    line: parsePath(`M${-240 * way} ${y} C${-140 * way} ${y + 60} ${-40 * way} ${y + 130} ${90 * way} ${y + 150}`),
    width: 34,
    rise: between(0.12, 0.28),
  })
}

/** The rib around the front of the neck. */
export function layCollar({ canvas, rib, neckFront }: NeckWork): void {
  const outer = offset(neckFront, COLLAR_WIDTH)
  const collar = canvas.addPiece({
    outline: [...neckFront, ...outer.toReversed()],
    colour: rib,
    rumple: 0.12,
    lift: 0.5,
    edge: 0.14,
  })
  addRib({ piece: collar, from: neckFront, to: outer, pitch: 4.6, colour: rib })
  collar.addShade({ line: outer, width: 3, strength: 0.5, tight: true })
}
