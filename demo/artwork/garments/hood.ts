import { darken, getLightness } from '../cloth/colour.ts'
import type { GarmentCanvas } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, parsePath, unfold } from '../cloth/outline.ts'
import { addHemStitch, addSeam } from '../cloth/sewing.ts'
import type { HoodieCut } from '../drawing.ts'

/** The hood's outer edge, from crown to shoulder, and the edge of its opening. */
const OUTER_HALF = parsePath('M0 -286 C92 -289 160 -236 169 -146 C175 -84 158 -24 118 22')
const OPENING_HALF = parsePath('M0 -248 C58 -246 98 -198 106 -124 C112 -44 66 40 0 96')
const BASE_HALF = parsePath('M118 22 C90 76 48 114 0 126')

/** Draws the back of the hood with its lining; the front edges are drawn later. */
export function drawHood({ canvas, cut, part }: { canvas: GarmentCanvas; cut: HoodieCut; part: 'back' | 'front' }): void {
  if (part === 'back') layCrown({ canvas, cut })
  else layEdges({ canvas, cut })
}

function layCrown({ canvas, cut }: { canvas: GarmentCanvas; cut: HoodieCut }): void {
  const crown = canvas.addPiece({ outline: unfold([...OUTER_HALF, ...BASE_HALF]), colour: cut.colour, rumple: 0.5, edge: 0.3 })
  crown.addFold({ line: parsePath('M-130 -200 C-60 -268 60 -270 128 -206'), width: 34, rise: 0.3 })
}

function layEdges({ canvas, cut }: { canvas: GarmentCanvas; cut: HoodieCut }): void {
  const { colour } = cut
  const { between } = canvas.random
  const lining = canvas.addPiece({ outline: unfold(OPENING_HALF), colour: darken(cut.lining, 0.2), rumple: 0.7, edge: 0.6 })
  lining.addShade({ line: unfold(OPENING_HALF), width: 74, strength: 0.5 })
  for (const x of [-34, 34])
    addSeam({ piece: lining, line: parsePath(`M${x} -248 C${x * 1.3} -140 ${x * 1.2} -60 ${x} 10`), colour: cut.lining })
  lining.addFold({ line: parsePath(`M${between(-20, 0)} -200 C10 -140 -12 -80 ${between(-10, 20)} 0`), width: 50, rise: 0.4 })
  lining.addFold({ line: parsePath(`M-84 -120 C-60 ${between(-80, -50)} -20 -46 30 -58`), width: 22, rise: 0.34 })
  layLabel({ canvas, cut })
  // The front edges overlap at the neck.
  for (const side of [-1, 1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const outline = toSide([...OPENING_HALF, ...parsePath('M-14 108 L-16 128'), ...BASE_HALF.toReversed(), ...OUTER_HALF.toReversed()])
    const edge = canvas.addPiece({ outline, colour, rumple: 0.55, lift: 0.55, edge: 0.2, foldAngle: side * 14 })
    const lip = toSide(OPENING_HALF)
    edge.addShade({ line: lip, width: 8, strength: 0.35, tight: true })
    addHemStitch({ piece: edge, line: toSide(offset(OPENING_HALF, -20)), colour, rows: 2 })
    edge.addFold({ line: toSide(offset(OPENING_HALF, -9)), width: 20, rise: 0.3 })
    const d = between(-16, 16)
    edge.addFold({ line: toSide(parsePath(`M132 ${-150 + d} C128 -90 116 -30 ${84 + d * 0.4} 40`)), width: 26, rise: between(0.2, 0.45) })
    edge.addShade({ line: toSide(BASE_HALF), width: 14, strength: 0.3 })
    edge.addShade({ line: toSide(OUTER_HALF), width: 26, strength: 0.26 })
    addSeam({ piece: edge, line: toSide(offset(BASE_HALF, 3)), colour })
  }
}

function layLabel({ canvas, cut }: { canvas: GarmentCanvas; cut: HoodieCut }): void {
  const tape = parsePath('M-76 -6 C-40 8 40 8 76 -6')
  const taped = canvas.addPiece({
    outline: [...tape, ...offset(tape, 10).reverse()],
    colour: darken(cut.colour, 0.2),
    rumple: 0.1,
    lift: 0.4,
    edge: 0.2,
  })
  addHemStitch({ piece: taped, line: offset(tape, 7), colour: cut.colour, rows: 1 })
  const label = canvas.addPiece({
    outline: parsePath('M-19 8 C-6 10 6 10 19 8 L18 34 C6 36 -6 36 -18 34'),
    colour: getLightness(cut.lining) > 0.7 ? '#3a2f2a' : '#e6dac6',
    rumple: 0.2,
    lift: 0.7,
    edge: 0.2,
  })
  label.addLine({ line: parsePath('M-17 12 C-6 14 6 14 17 12'), colour: '#8b2f2a', width: 1, dash: '3 2.2', opacity: 0.9 })
}
