import { darken, lighten } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { offset, type Point, parsePath } from '../cloth/outline.ts'
import { addCord, addGathers, addHemStitch, addMetal, addRib, addSeam } from '../cloth/sewing.ts'
import type { JoggerDrawing } from '../drawing.ts'
import { addCrotchFolds, createSideMapper, type SideMapper } from './trouser-leg.ts'

/** Outline of the right leg in millimetres. */
const OUTSEAM = parsePath('M184 44 C214 96 244 170 254 270 C270 430 250 720 226 934')
const INSEAM = parsePath('M94 938 C80 760 42 470 0 346')
const LEG = [...parsePath('M0 46 L184 44'), ...OUTSEAM, ...parsePath('M226 934 C184 942 134 944 94 938'), ...INSEAM]
const CUFF = parsePath('M98 930 C134 938 184 936 223 926 C224 950 217 975 212 998 C177 1006 139 1008 108 1002 C108 975 101 955 98 930')
const BAND_TOP = parsePath('M-178 2 C-90 10 90 10 178 2')
const BAND_FOOT = parsePath('M-188 46 C-90 56 90 56 188 46')
const POCKET = parsePath('M128 52 C150 110 190 180 252 226')
const RISE = parsePath('M0 50 C3 140 -3 240 0 340')

export const JOGGER_CENTER_Y = 505

/** Draws joggers: legs, cuffs, pockets, waist and cord. */
export function drawJogger({ canvas, drawing }: { canvas: GarmentCanvas; drawing: JoggerDrawing }): void {
  const { colour, isBack = false } = drawing
  const rib = drawing.ribColour ?? colour
  const inside = canvas.addPiece({
    outline: parsePath('M-176 4 C-100 -12 100 -12 176 4 L170 40 L-170 40'),
    colour: darken(rib, 0.4),
    rumple: 0.2,
    edge: 0.4,
  })
  inside.addShade({ line: BAND_TOP, width: 22, strength: 0.5, tight: true })
  for (const side of [-1, 1] as const) layCuff({ canvas, rib, side })
  for (const side of [-1, 1] as const) drawLeg({ canvas, drawing, side })
  if (isBack) sewBackPocket({ canvas, colour })
  layWaist({ canvas, rib, cord: isBack ? undefined : drawing.cordColour })
}

function layCuff({ canvas, rib, side }: { canvas: GarmentCanvas; rib: string; side: 1 | -1 }): void {
  const toSide = createSideMapper(side)
  const cuff = canvas.addPiece({ outline: toSide(CUFF), colour: darken(rib, 0.06), rumple: 0.15, edge: 0.2 })
  addRib({
    piece: cuff,
    from: toSide(parsePath('M96 926 C134 936 184 934 226 922')),
    to: toSide(parsePath('M107 1004 C139 1010 177 1008 213 1000')),
    pitch: 5,
    colour: rib,
  })
  cuff.addShade({ line: toSide(parsePath('M94 940 C134 948 184 946 226 936')), width: 18, strength: 0.45, tight: true })
  cuff.addShade({ line: toSide(parsePath('M212 998 C177 1006 139 1008 108 1002')), width: 8, strength: 0.4, tight: true })
}

function drawLeg({ canvas, drawing, side }: { canvas: GarmentCanvas; drawing: JoggerDrawing; side: 1 | -1 }): void {
  const toSide = createSideMapper(side)
  const { colour, detail } = drawing
  const leg = canvas.addPiece({ outline: toSide(LEG), colour, foldAngle: side * -4, rumple: 0.72, lift: side === 1 ? 0.3 : 0, edge: 0.2 })
  paintLeg({ leg, detail, toSide })
  addLegFolds({ leg, canvas, toSide })
  const foot = detail.kind === 'block' ? layBlock({ canvas, detail, toSide }) : leg
  leg.addShade({ line: toSide(INSEAM), width: 46, strength: 0.34 })
  leg.addShade({ line: toSide(OUTSEAM), width: 30, strength: 0.18 })
  leg.addShade({ line: RISE, width: 26, strength: 0.3 })
  addSeam({ piece: leg, line: RISE, colour })
  addHemStitch({ piece: leg, line: offset(RISE, 7 * side), colour, rows: 1 })
  const cuffEdge = toSide(parsePath('M226 932 C184 940 134 942 94 936'))
  addGathers({ canvas, piece: foot, edge: cuffEdge, reach: 74, count: 13, strength: 0.22 })
  addHemStitch({ piece: foot, line: toSide(parsePath('M226 926 C184 934 134 936 94 930')), colour, rows: 1 })
  addGathers({
    canvas,
    piece: leg,
    edge: side === 1 ? parsePath('M4 50 L186 46') : parsePath('M-186 46 L-4 50'),
    reach: 88,
    count: 14,
    strength: 0.22,
  })
  if (!drawing.isBack) sewPocket({ leg, colour, toSide })
  if (detail.kind === 'knee' && !drawing.isBack) sewKnee({ leg, colour, toSide })
  if (detail.kind === 'patch-pocket' && side === 1 && !drawing.isBack) sewPatch({ canvas, colour: detail.colour ?? colour })
}

function paintLeg({ leg, detail, toSide }: { leg: Piece; detail: JoggerDrawing['detail']; toSide: SideMapper }): void {
  if (detail.kind === 'side-stripe')
    for (const [from, to] of [
      [8, 22],
      [28, 34],
    ] as const) {
      const outline = [...offset(OUTSEAM, from), ...offset(OUTSEAM, to).reverse()]
      leg.addPaint({ outline: toSide(outline), colour: detail.colour, opacity: 0.95 })
      leg.addShade({ line: toSide(offset(OUTSEAM, to)), width: 3, strength: 0.3, tight: true })
    }
}

const findBlockSeam = (at: number) => parsePath(`M-20 ${at + 40} C90 ${at + 40} 200 ${at + 10} 320 ${at - 50}`)

/** The lower part of the leg in another colour: a piece of its own, so that its edges and seams are shaded in that colour. */
function layBlock({
  canvas,
  detail: { at, colour },
  toSide,
}: {
  canvas: GarmentCanvas
  detail: Extract<JoggerDrawing['detail'], { kind: 'block' }>
  toSide: SideMapper
}): Piece {
  const seam = findBlockSeam(at)
  const isBelow = ([x, y]: Point): boolean => y > (seam.find((p) => p[0] >= x)?.[1] ?? at)
  const block = canvas.addPiece({ outline: toSide(LEG.filter(isBelow)), colour, sharesFolds: true, edge: 0.2 })
  block.addShade({ line: toSide(INSEAM), width: 46, strength: 0.34 })
  block.addShade({ line: toSide(OUTSEAM), width: 30, strength: 0.18 })
  addSeam({ piece: block, line: toSide(seam), colour })
  addHemStitch({ piece: block, line: toSide(offset(seam, 6)), colour, rows: 1 })
  return block
}

function addLegFolds({ leg, canvas, toSide }: { leg: Piece; canvas: GarmentCanvas; toSide: SideMapper }): void {
  const { between } = canvas.random
  const d = between(-24, 24)
  leg.addFold({
    line: toSide(parsePath(`M${130 + d} 110 C${150 + d} 330 ${164 - d} 640 ${160 + d * 0.4} 930`)),
    width: between(60, 86),
    rise: 0.36,
  })
  addCrotchFolds({ leg, canvas, toSide, from: 350 })
  for (let i = 0; i < 4; i++) {
    const y = between(560, 840)
    const tilt = between(-60, 60)
    leg.addFold({
      line: toSide(parsePath(`M${262} ${y} C220 ${y + 12} 180 ${y + tilt} ${110 + d} ${y + tilt * 1.2}`)),
      width: between(16, 34),
      rise: between(-0.22, 0.34),
    })
  }
  leg.addFold({ line: toSide(parsePath(`M240 300 C248 ${460 + d} 230 620 212 ${780 + d}`)), width: 34, rise: between(0.1, 0.34) })
  leg.addFold({ line: toSide(parsePath(`M${74 + d * 0.5} 520 C90 640 100 740 108 ${860 + d}`)), width: 26, rise: between(0.1, 0.3) })
}

function sewPocket({ leg, colour, toSide }: { leg: Piece; colour: string; toSide: SideMapper }): void {
  leg.addShade({ line: toSide(offset(POCKET, -8)), width: 16, strength: 0.5, tight: true })
  leg.addShade({ line: toSide(offset(POCKET, -14)), width: 26, strength: 0.16 })
  leg.addLine({ line: toSide(POCKET), colour: darken(colour, 0.8), width: 2.4, opacity: 0.7 })
  leg.addLine({ line: toSide(offset(POCKET, 2.5)), colour: lighten(colour, 0.5), width: 1.4, opacity: 0.35 })
  addHemStitch({ piece: leg, line: toSide(offset(POCKET, 14)), colour, rows: 1 })
  leg.addFold({ line: toSide(offset(POCKET, 12)), width: 20, rise: 0.24 })
}

function sewKnee({ leg, colour, toSide }: { leg: Piece; colour: string; toSide: SideMapper }): void {
  for (const y of [520, 690]) {
    const line = toSide(parsePath(`M50 ${y + 20} C120 ${y} 200 ${y - 4} 290 ${y}`))
    addSeam({ piece: leg, line, colour })
    addHemStitch({ piece: leg, line: toSide(parsePath(`M50 ${y + 27} C120 ${y + 7} 200 ${y + 3} 290 ${y + 7}`)), colour, rows: 1 })
  }
  for (const y of [566, 606, 646]) {
    const pleat = toSide(parsePath(`M60 ${y} C130 ${y - 10} 210 ${y - 10} 285 ${y}`))
    leg.addShade({ line: pleat, width: 8, strength: 0.4, tight: true })
    leg.addFold({ line: pleat, width: 16, rise: 0.2, crisp: true })
  }
}

function sewPatch({ canvas, colour }: { canvas: GarmentCanvas; colour: string }): void {
  const outline = parsePath('M118 470 L236 462 L240 600 L130 610')
  const patch = canvas.addPiece({ outline, colour, rumple: 0.4, lift: 0.5, edge: 0.14, foldAngle: -6 })
  addHemStitch({ piece: patch, line: parsePath('M119 494 L237 486'), colour, rows: 2 })
  addHemStitch({ piece: patch, line: parsePath('M123 474 L135 604 L235 595 L231 466'), colour, rows: 1 })
  patch.addFold({ line: parsePath('M134 478 C170 492 206 488 232 472'), width: 18, rise: 0.3 })
}

function sewBackPocket({ canvas, colour }: { canvas: GarmentCanvas; colour: string }): void {
  const outline = parsePath('M62 132 L176 124 L182 236 L124 262 L68 244')
  const pocket = canvas.addPiece({ outline, colour, rumple: 0.35, lift: 0.5, edge: 0.14, foldAngle: -4 })
  addHemStitch({ piece: pocket, line: parsePath('M62 150 L177 142'), colour, rows: 2 })
  addHemStitch({ piece: pocket, line: parsePath('M67 136 L73 240 L124 256 L177 232 L171 128'), colour, rows: 1 })
}

/** Without a cord for the back. */
function layWaist({ canvas, rib, cord }: { canvas: GarmentCanvas; rib: string; cord: string | undefined }): void {
  const band = canvas.addPiece({ outline: [...BAND_TOP, ...BAND_FOOT.toReversed()], colour: rib, rumple: 0.3, lift: 0.4, edge: 0.2 })
  addGathers({ canvas, piece: band, edge: BAND_TOP, reach: 46, count: 52, strength: 0.3 })
  addRib({ piece: band, from: BAND_TOP, to: BAND_FOOT, pitch: 6.4, colour: rib })
  for (const share of [0.32, 0.68]) {
    const row = BAND_TOP.map((p, i): [number, number] => [p[0] * (1 + share * 0.05), p[1] + ((BAND_FOOT[i]?.[1] ?? 46) - p[1]) * share])
    band.addShade({ line: row, width: 5, strength: 0.35, tight: true })
    band.addLine({ line: row, colour: lighten(rib, 0.4), width: 1, opacity: 0.4, dash: '4 3' })
  }
  band.addShade({ line: BAND_FOOT, width: 8, strength: 0.45, tight: true })
  if (cord === undefined) return
  const { between } = canvas.random
  for (const side of [-1, 1] as const) {
    addMetal({ canvas, at: [side * 24, 32], radius: 7.5, colour: '#a39a8c', hollow: true })
    const [a, b, long] = [between(4, 30), between(-14, 34), between(170, 250)]
    addCord({
      canvas,
      line: parsePath(`M${side * 24} 33 C${side * (16 + a)} 70 ${side * (36 - b)} ${long * 0.6} ${side * (24 + b)} ${long}`),
      colour: cord,
      width: 8.5,
      tip: '#b5aa97',
    })
  }
}
