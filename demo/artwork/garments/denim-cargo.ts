import { blend, darken, lighten } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { findPointAt, type Outline, offset, parsePath } from '../cloth/outline.ts'
import { addGathers, addHemStitch, addMetal, addSeam } from '../cloth/sewing.ts'
import type { DenimDrawing } from '../drawing.ts'
import { sewCargoPocket } from './cargo-pocket.ts'
import { addCrotchFolds, createSideMapper, type SideMapper } from './trouser-leg.ts'

const OUTSEAM = parsePath('M207 42 C228 110 254 190 264 280 C280 460 284 780 284 1040')
const INSEAM = parsePath('M58 1046 C50 820 26 480 0 318')
const HEM = parsePath('M284 1040 C212 1050 130 1052 58 1046')
const LEG = [...parsePath('M0 44 L207 42'), ...OUTSEAM, ...HEM, ...INSEAM]
const RISE = parsePath('M0 44 C4 140 -2 240 0 318')
const BAND_TOP = parsePath('M-204 2 C-90 12 90 12 204 2')
const BAND_FOOT = parsePath('M-210 44 C-90 54 90 54 210 44')
const SCOOP = parsePath('M108 50 C112 116 156 156 250 160')
const METAL = '#a8824e'

export const DENIM_CENTER_Y = 522

/** Draws denim cargos: legs with wash, fly and pockets, then cargo pockets and waistband. */
export function drawDenimCargo({ canvas, drawing }: { canvas: GarmentCanvas; drawing: DenimDrawing }): void {
  const { colour } = drawing
  const inside = canvas.addPiece({
    outline: parsePath('M-202 4 C-100 -14 100 -14 202 4 L196 40 L-196 40'),
    colour: lighten(darken(colour, 0.2), 0.16),
    rumple: 0.2,
    edge: 0.5,
  })
  inside.addShade({ line: BAND_TOP, width: 26, strength: 0.55, tight: true })
  if (!drawing.isBack) layLabel({ canvas })
  for (const side of [-1, 1] as const) drawLeg({ canvas, drawing, side })
  for (const side of [-1, 1] as const) sewCargoPocket({ canvas, drawing, side, metal: METAL })
  drawWaistband({ canvas, drawing })
}

/** The label inside the back of the waistband. */
function layLabel({ canvas }: { canvas: GarmentCanvas }): void {
  const label = canvas.addPiece({
    outline: parsePath('M-30 -8 L30 -8 L30 20 L-30 20'),
    colour: '#b98a5c',
    rumple: 0.2,
    lift: 0.5,
    edge: 0.2,
  })
  addHemStitch({ piece: label, line: parsePath('M-26 -3 L26 -3'), colour: '#b98a5c', rows: 1 })
}

function drawLeg({ canvas, drawing, side }: { canvas: GarmentCanvas; drawing: DenimDrawing; side: 1 | -1 }): void {
  const { colour, thread } = drawing
  const toSide = createSideMapper(side)
  const leg = canvas.addPiece({ outline: toSide(LEG), colour, foldAngle: side * -3, rumple: 0.5, lift: side === 1 ? 0.35 : 0, edge: 0.26 })
  washLeg({ leg, canvas, drawing, toSide })
  addLegFolds({ leg, canvas, toSide })
  leg.addShade({ line: toSide(INSEAM), width: 40, strength: 0.34 })
  leg.addShade({ line: RISE, width: 20, strength: 0.3 })
  puckerSeam({ leg, canvas, line: toSide(offset(OUTSEAM, 7)), colour })
  puckerSeam({ leg, canvas, line: toSide(offset(INSEAM, 7)), colour })
  addHemStitch({ piece: leg, line: toSide(offset(INSEAM, 9)), colour, rows: 1, thread })
  addSeam({ piece: leg, line: RISE, colour })
  if (drawing.isBack) sewSeat({ leg, canvas, drawing, toSide })
  else sewScoop({ leg, canvas, drawing, side, toSide })
  sewHem({ leg, canvas, drawing, toSide })
  if (side === 1 && !drawing.isBack) sewFly({ leg, colour, thread })
}

/** Fades at thighs and knees, and whiskers at the hip. */
function washLeg({ leg, canvas, drawing, toSide }: { leg: Piece; canvas: GarmentCanvas; drawing: DenimDrawing; toSide: SideMapper }): void {
  const { fade, colour } = drawing
  const { between } = canvas.random
  const pale = blend(colour, '#dfe6ea', 0.62)
  for (let i = 0; i < 5; i++) {
    const grow = 1 - i * 0.17
    const [x, y] = [148 + between(-8, 8), 420 + between(-14, 14)]
    leg.addPatch({
      outline: toSide(
        parsePath(
          `M${x} ${y - 250 * grow} C${x + 92 * grow} ${y - 190 * grow} ${x + 96 * grow} ${y + 190 * grow} ${x + 20} ${y + 330 * grow} C${x - 88 * grow} ${y + 190 * grow} ${x - 92 * grow} ${y - 190 * grow} ${x} ${y - 250 * grow}`,
        ),
      ),
      tint: pale,
      strength: fade * 0.17,
    })
  }
  leg.addPatch({
    outline: toSide(parsePath('M110 650 C180 600 240 640 236 720 C220 800 130 800 106 730 C100 690 102 664 110 650')),
    tint: pale,
    strength: fade * 0.2,
  })
  for (let i = 0; i < 6; i++) {
    const y = 214 + i * 27 + between(-6, 6)
    leg.addShade({
      line: toSide(parsePath(`M${24 + between(-8, 14)} ${y + 60} C80 ${y + 30} 130 ${y + 8} ${176 + between(0, 50)} ${y - 26}`)),
      width: between(8, 18),
      strength: fade * between(0.16, 0.4),
      tight: i % 3 === 0,
      tint: pale,
    })
  }
  leg.addShade({
    line: toSide(parsePath('M290 1034 C212 1044 130 1046 52 1040')),
    width: 9,
    strength: 0.2 + fade * 0.3,
    tight: true,
    tint: pale,
  })
}

function addLegFolds({ leg, canvas, toSide }: { leg: Piece; canvas: GarmentCanvas; toSide: SideMapper }): void {
  const { between } = canvas.random
  const d = between(-18, 18)
  leg.addFold({
    line: toSide(parsePath(`M${146 + d} 180 C${156 + d} 400 ${176 - d} 760 ${186 + d * 0.4} 1046`)),
    width: between(70, 100),
    rise: 0.3,
  })
  addCrotchFolds({ leg, canvas, toSide, from: 330 })
  for (let i = 0; i < 3; i++) {
    const y = between(660, 940)
    const tilt = between(-50, 50)
    leg.addFold({
      line: toSide(parsePath(`M64 ${y} C120 ${y + 14} 180 ${y + tilt} 260 ${y + tilt * 1.2}`)),
      width: between(18, 34),
      rise: between(-0.2, 0.32),
    })
  }
}

/** The small regular folds beside a felled seam. */
function puckerSeam({ leg, canvas, line, colour }: { leg: Piece; canvas: GarmentCanvas; line: Outline; colour: string }): void {
  addSeam({ piece: leg, line, colour })
  addGathers({ canvas, piece: leg, edge: line, reach: 14, count: 46, strength: 0.1 })
}

function sewScoop({
  leg,
  canvas,
  drawing,
  side,
  toSide,
}: {
  leg: Piece
  canvas: GarmentCanvas
  drawing: DenimDrawing
  side: 1 | -1
  toSide: SideMapper
}): void {
  const { colour, thread } = drawing
  // The pocket facing is darker than the leg.
  const facing = [...SCOOP, ...parsePath('M256 160 L206 40 L108 46')]
  leg.addPaint({ outline: toSide(facing), colour: darken(colour, 0.16), opacity: 0.8 })
  leg.addShade({ line: toSide(offset(SCOOP, -6)), width: 13, strength: 0.6, tight: true })
  if (side === -1) {
    const coin = toSide(parsePath('M128 78 L190 74'))
    addSeam({ piece: leg, line: coin, colour })
    addHemStitch({ piece: leg, line: toSide(parsePath('M128 84 L192 80')), colour, rows: 2, thread })
    addHemStitch({ piece: leg, line: toSide(parsePath('M132 78 L140 146')), colour, rows: 1, thread })
  }
  leg.addLine({ line: toSide(SCOOP), colour: darken(colour, 0.75), width: 2.2, opacity: 0.7 })
  addHemStitch({ piece: leg, line: toSide(offset(SCOOP, 6)), colour, rows: 2, thread })
  for (const at of [
    [112, 66],
    [236, 166],
  ] as const)
    addMetal({ canvas, at: [at[0] * side, at[1]], radius: 5, colour: METAL })
}

/** The yoke, the felled seat seam and a patch pocket. */
function sewSeat({ leg, canvas, drawing, toSide }: { leg: Piece; canvas: GarmentCanvas; drawing: DenimDrawing; toSide: SideMapper }): void {
  const { colour, thread } = drawing
  const yoke = toSide(parsePath('M0 148 C80 140 160 122 232 104'))
  addSeam({ piece: leg, line: yoke, colour })
  addHemStitch({ piece: leg, line: offset(yoke, -7), colour, rows: 2, thread })
  addHemStitch({ piece: leg, line: toSide(offset(RISE, -7)), colour, rows: 2, thread })
  const pocket = canvas.addPiece({
    outline: toSide(parsePath('M58 184 L182 168 L190 296 L130 328 L68 312 L58 184')),
    colour,
    sharesFolds: true,
    lift: 0.55,
    edge: 0.2,
  })
  addHemStitch({ piece: pocket, line: toSide(parsePath('M59 200 L183 184')), colour, rows: 2, thread })
  for (const by of [5, 12])
    addHemStitch({
      piece: pocket,
      line: toSide(
        parsePath(`M${58 + by} 184 L${68 + by} ${312 - by * 0.9} L130 ${328 - by} L${190 - by} ${296 - by * 0.5} L${182 - by} 168`),
      ),
      colour,
      rows: 1,
      thread,
    })
  pocket.addShade({ line: toSide(parsePath('M58 184 L182 168')), width: 7, strength: 0.5, tight: true })
}

function sewHem({ leg, canvas, drawing, toSide }: { leg: Piece; canvas: GarmentCanvas; drawing: DenimDrawing; toSide: SideMapper }): void {
  const { colour, thread, turnUp = false } = drawing
  const edge = toSide(parsePath('M290 1040 C212 1050 130 1052 54 1046'))
  if (turnUp) {
    const outline = toSide(parsePath('M289 984 C212 994 130 996 49 990 L52 1050 C130 1056 212 1054 290 1044'))
    const cuff = canvas.addPiece({ outline, colour: blend(colour, '#d8dee0', 0.5), rumple: 0.3, lift: 0.5, edge: 0.2 })
    addGathers({ canvas, piece: cuff, edge, reach: 40, count: 30, strength: 0.16 })
    addHemStitch({ piece: cuff, line: toSide(parsePath('M288 1020 C212 1030 130 1032 54 1026')), colour, rows: 1, thread })
    return
  }
  addGathers({ canvas, piece: leg, edge, reach: 22, count: 34, strength: 0.17 })
  addHemStitch({ piece: leg, line: toSide(parsePath('M288 1018 C212 1028 130 1030 56 1024')), colour, rows: 1, thread })
  leg.addShade({ line: edge, width: 7, strength: 0.4, tight: true })
}

function sewFly({ leg, colour, thread }: { leg: Piece; colour: string; thread: string }): void {
  addHemStitch({ piece: leg, line: parsePath('M50 50 L49 190 C47 228 30 250 4 260'), colour, rows: 1, thread })
  addHemStitch({ piece: leg, line: parsePath('M44 50 L43 188 C41 222 28 240 4 250'), colour, rows: 1, thread })
  leg.addShade({ line: parsePath('M3 50 L2 262'), width: 7, strength: 0.5, tight: true })
  leg.addFold({ line: parsePath('M14 60 C18 120 12 190 14 250'), width: 18, rise: 0.26 })
  for (const y of [214, 256])
    leg.addLine({
      line: [
        [y === 214 ? 34 : 2, y],
        [y === 214 ? 46 : 12, y + 4],
      ],
      colour: thread,
      width: 4.4,
      opacity: 0.9,
    })
}

/** A leather patch without text on the waistband. */
function sewPatch({ canvas }: { canvas: GarmentCanvas }): void {
  const leather = '#a87748'
  const patch = canvas.addPiece({
    outline: parsePath('M62 6 L150 3 L152 50 L64 54 L62 6'),
    colour: leather,
    rumple: 0.2,
    lift: 0.5,
    edge: 0.3,
  })
  addHemStitch({ piece: patch, line: parsePath('M66 10 L146 7 L148 46 L68 50 L66 10'), colour: leather, rows: 1, thread: '#e2c79b' })
}

function drawWaistband({ canvas, drawing }: { canvas: GarmentCanvas; drawing: DenimDrawing }): void {
  const { colour, thread } = drawing
  const band = canvas.addPiece({
    outline: [...BAND_TOP, ...BAND_FOOT.toReversed()],
    colour,
    rumple: 0.3,
    lift: 0.45,
    edge: 0.18,
    foldAngle: 90,
  })
  addGathers({ canvas, piece: band, edge: BAND_FOOT.toReversed(), reach: 16, count: 46, strength: 0.16 })
  addHemStitch({ piece: band, line: offset(BAND_TOP, 5), colour, rows: 1, thread })
  addHemStitch({ piece: band, line: offset(BAND_FOOT, -5), colour, rows: 1, thread })
  band.addShade({ line: BAND_FOOT, width: 6, strength: 0.45, tight: true })
  if (drawing.isBack) sewPatch({ canvas })
  else {
    band.addShade({ line: parsePath('M26 6 L27 54'), width: 6, strength: 0.45, tight: true })
    band.addLine({ line: parsePath('M26 6 L27 54'), colour: darken(colour, 0.75), width: 1.6, opacity: 0.7 })
    band.addLine({ line: parsePath('M-7 30 L13 30'), colour: darken(colour, 0.8), width: 3.4, opacity: 0.75 })
    addMetal({ canvas, at: [3, 30], radius: 12, colour: METAL })
  }
  for (const x of drawing.isBack ? [-186, 0, 186] : [-186, -92, 92, 186]) {
    const { at } = findPointAt(BAND_TOP, (x + 204) / 408)
    const loop = canvas.addPiece({
      outline: parsePath(`M${x - 8} ${at[1] - 5} L${x + 8} ${at[1] - 5} L${x * 1.03 + 8} ${at[1] + 58} L${x * 1.03 - 8} ${at[1] + 58}`),
      colour,
      rumple: 0.1,
      lift: 0.8,
      edge: 0.16,
    })
    for (const s of [-4.5, 4.5])
      addHemStitch({ piece: loop, line: parsePath(`M${x + s} ${at[1] - 4} L${x * 1.03 + s} ${at[1] + 57}`), colour, rows: 1, thread })
    for (const y of [1, 52])
      loop.addLine({
        line: [
          [x - 6, at[1] + y],
          [x + 6, at[1] + y],
        ],
        colour: thread,
        width: 2.6,
        opacity: 0.85,
      })
  }
}
