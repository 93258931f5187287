import { darken, getLightness, lighten } from './colour.ts'
import type { GarmentCanvas, Piece } from './garment-canvas.ts'
import { findPointAt, getLength, type Outline, offset, type Point } from './outline.ts'

/** A seam: a dark line with a highlight beside it. `depth` below 1 for thin cloth. */
export function addSeam({ piece, line, colour, depth = 1 }: { piece: Piece; line: Outline; colour: string; depth?: number }): void {
  piece.addShade({ line, width: 7, strength: 0.38 * depth, tight: true })
  piece.addLine({ line, colour: darken(colour, 0.62), width: 1.3, opacity: 0.6 * depth })
  piece.addLine({ line: offset(line, 1.6), colour: lighten(colour, 0.5), width: 1, opacity: 0.3 })
}

/** One or two rows of stitches with a shadow. */
export function addHemStitch({
  piece,
  line,
  colour,
  rows,
  thread,
}: {
  piece: Piece
  line: Outline
  colour: string
  rows: 1 | 2
  thread?: string
}): void {
  const yarn = thread ?? (getLightness(colour) > 0.35 ? darken(colour, 0.4) : lighten(colour, 0.32))
  for (let row = 0; row < rows; row++) {
    const at = offset(line, row * 6)
    piece.addShade({ line: at, width: 4, strength: 0.13, tight: true })
    piece.addLine({ line: offset(at, 1), colour: darken(colour, 0.7), width: 1, opacity: 0.28, dash: '4.4 2.4' })
    piece.addLine({ line: at, colour: yarn, width: thread ? 1.6 : 1.1, opacity: thread ? 0.95 : 0.62, dash: '4.4 2.4' })
  }
}

/** Knitted ribs between two edges of a band: a dark and a light line for each. */
export function addRib({
  piece,
  from,
  to,
  pitch,
  colour,
}: {
  piece: Piece
  from: Outline
  to: Outline
  pitch: number
  colour: string
}): void {
  const count = Math.round(getLength(from) / pitch)
  const dark = darken(colour, 0.7)
  const light = lighten(colour, 0.55)
  for (let i = 0; i <= count; i++) {
    const t = i / count
    const [a, b] = [findPointAt(from, t).at, findPointAt(to, t).at]
    const t2 = Math.min(1, t + 0.45 / count)
    const [c, d] = [findPointAt(from, t2).at, findPointAt(to, t2).at]
    piece.addLine({ line: [a, b], colour: dark, width: pitch * 0.36, opacity: 0.3 })
    piece.addLine({ line: [c, d], colour: light, width: pitch * 0.3, opacity: 0.16 })
  }
}

/** A braided cord with a shadow and a tip. */
export function addCord({
  canvas,
  line,
  colour,
  width,
  tip,
}: {
  canvas: GarmentCanvas
  line: Outline
  colour: string
  width: number
  tip: string
}): void {
  const half = width / 2
  const cord = canvas.addPiece({
    outline: [...offset(line, -half), ...offset(line, half).reverse()],
    colour,
    rumple: 0,
    lift: 1,
    edge: 0,
  })
  cord.addShade({ line: offset(line, half * 0.8), width: width * 0.5, strength: 0.55, tight: true })
  cord.addLine({ line: offset(line, -half * 0.3), colour: lighten(colour, 0.6), width: width * 0.3, opacity: 0.35, dash: '3 2.6' })
  cord.addLine({ line: offset(line, half * 0.4), colour: darken(colour, 0.6), width: width * 0.3, opacity: 0.26, dash: '2.6 3' })
  const end = line.slice(-6)
  const last = end.at(-1)
  const before = end.at(0)
  if (!last || !before) return
  const length = Math.hypot(last[0] - before[0], last[1] - before[1]) || 1
  const along = [(last[0] - before[0]) / length, (last[1] - before[1]) / length] as const
  const tipLine: Outline = [last, [last[0] + along[0] * 10, last[1] + along[1] * 10], [last[0] + along[0] * 20, last[1] + along[1] * 20]]
  const capped = canvas.addPiece({
    outline: [...offset(tipLine, -half * 0.95), ...offset(tipLine, half * 0.95).reverse()],
    colour: tip,
    rumple: 0,
    lift: 1,
    edge: 0.1,
  })
  capped.addLine({ line: offset(tipLine, -half * 0.35), colour: '#ffffff', width: width * 0.22, opacity: 0.5 })
}

/** A metal ring or button with a highlight. */
export function addMetal({
  canvas,
  at,
  radius,
  colour,
  hollow = false,
}: {
  canvas: GarmentCanvas
  at: Point
  radius: number
  colour: string
  hollow?: boolean
}): void {
  const ring = (r: number, from = 0, to = 2): Point[] =>
    Array.from({ length: 41 }, (_, i): Point => {
      const a = (from + ((to - from) * i) / 40) * Math.PI
      return [at[0] + Math.cos(a) * r, at[1] + Math.sin(a) * r]
    })
  const metal = canvas.addPiece({ outline: ring(radius), colour, rumple: 0, lift: 0.9, edge: 0.12 })
  metal.addLine({ line: ring(radius * 0.8, 0.9, 1.75), colour: '#fff6e2', width: radius * 0.22, opacity: 0.75, round: true })
  metal.addLine({ line: ring(radius * 0.82, 0, 0.7), colour: darken(colour, 0.7), width: radius * 0.22, opacity: 0.6, round: true })
  if (hollow) metal.addPaint({ outline: ring(radius * 0.5), colour: '#15100d' })
  else metal.addLine({ line: ring(radius * 0.4), colour: darken(colour, 0.6), width: radius * 0.14, opacity: 0.5 })
}

/** Short folds along a gathered edge, such as an elastic waist or a cuff. */
export function addGathers({
  canvas,
  piece,
  edge,
  reach,
  count,
  strength,
}: {
  canvas: GarmentCanvas
  piece: Piece
  edge: Outline
  reach: number
  count: number
  strength: number
}): void {
  const { between } = canvas.random
  for (let i = 0; i < count; i++) {
    const { at, along } = findPointAt(edge, (i + between(0.15, 0.85)) / count)
    const long = reach * between(0.45, 1.15)
    const lean = between(-0.25, 0.25)
    const [nx, ny] = [-along[1] + along[0] * lean, along[0] + along[1] * lean]
    const line: Outline = Array.from({ length: 9 }, (_, k): Point => [at[0] + (nx * long * k) / 8, at[1] + (ny * long * k) / 8])
    const up = between(0, 1) > 0.45
    piece.addFold({ line, width: between(8, 18), rise: (up ? 1 : -0.7) * strength * between(0.5, 1), crisp: true })
  }
}
