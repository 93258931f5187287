import { darken } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { cutLine, findPointAt, mirror, mix, type Outline, offset, type Point, parsePath, rotate } from '../cloth/outline.ts'
import { addGathers, addHemStitch, addSeam } from '../cloth/sewing.ts'
import type { WovenPrint } from '../drawing.ts'
import { sewButton } from './woven-front.ts'
import { type PrintFrame, paintPrint } from './woven-print.ts'

/** How a sleeve of woven cloth ends. */
export type SleeveEnd = 'cuff' | 'hem' | 'rolled' | 'elbow' | 'short'

export type WovenSleeve = {
  colour: string
  cuffColour?: string | undefined
  end: SleeveEnd
  /** The end of the shoulder and the deepest point of the armhole in millimetres. */
  shoulder: Point
  underarm: Point
  print?: WovenPrint | undefined
  isBack: boolean
  buttonColour?: string | undefined
}

/** How much of a long sleeve each end leaves (0–1). */
const SHARES: Record<SleeveEnd, number> = { cuff: 1, hem: 1, rolled: 0.7, elbow: 0.58, short: 0.46 }

/** Draws a sleeve that hangs beside the body. The body is drawn after it and covers the armhole. */
export function drawWovenSleeve({ canvas, sleeve, side }: { canvas: GarmentCanvas; sleeve: WovenSleeve; side: 1 | -1 }): void {
  const { between } = canvas.random
  const { shoulder, underarm, end, colour } = sleeve
  const share = SHARES[end]
  const isSwungOut = end === 'short' || end === 'elbow'
  const swing = between(-0.5, 2) - (isSwungOut ? 7 : 0)
  const toSide = (line: Outline): Outline => {
    const swung = rotate({ outline: line, about: shoulder, degrees: swing })
    return side === 1 ? swung : mirror(swung)
  }
  const [sx, sy] = shoulder
  const [ux, uy] = underarm
  const wrist = end === 'hem' ? 8 : 0
  const outer = cutLine(
    parsePath(
      `M${sx - 4} ${sy - 2} C${sx + 28} ${sy + 14} ${sx + 62} ${sy + 66} ${sx + 86} ${sy + 140} C${sx + 118} ${sy + 250} ${sx + 158} ${sy + 410} ${sx + 188 + wrist} ${sy + 556}`,
    ),
    share,
  )
  // A sleeve that is swung out still begins under the body: without this the ground would be seen in the armhole.
  const armpit: Point = [ux - 50, uy - 60]
  const [[ix, iy] = armpit] = isSwungOut ? rotate({ outline: [armpit], about: shoulder, degrees: -swing }) : [armpit]
  const inseam = parsePath(`M${ix} ${iy} C${ux - 16} ${uy + 66} ${ux + 12} ${uy + 210} ${ux + 36 - wrist} ${uy + 366}`)
  const inner = cutAcross({ line: inseam, from: outer.at(-1) ?? shoulder })
  const [outerEnd, innerEnd] = [outer.at(-1) ?? shoulder, inner.at(-1) ?? underarm]
  // Cuffs and rolls cover the end.
  const below = end === 'cuff' || end === 'rolled' ? 12 : 0
  const tips: Outline = below
    ? [
        [outerEnd[0] + below * 0.2, outerEnd[1] + below],
        [innerEnd[0] + below * 0.2, innerEnd[1] + below],
      ]
    : []
  const piece = canvas.addPiece({
    outline: toSide([...outer, ...tips, ...inner.toReversed(), [sx - 50, sy + 130], [sx - 60, sy + 50]]),
    colour,
    foldAngle: side * -15,
    rumple: 0.62,
    wrinkle: 0.24,
    lift: 0.15,
    edge: 0.16,
  })
  const frame: PrintFrame = { origin: shoulder, degrees: -14 + swing }
  if (sleeve.print) paintPrint({ piece, print: sleeve.print, frame, toSide: (line) => (side === 1 ? line : mirror(line)), isSleeve: true })
  foldSleeve({ canvas, piece, toSide, shoulder, underarm, share })
  // The side that lies against the body is in its shadow.
  piece.addShade({ line: toSide(inner), width: 36, strength: 0.3 })
  piece.addShade({ line: toSide(outer), width: 20, strength: 0.14 })
  const edge: Outline = [outerEnd, mix(outerEnd, innerEnd, 0.5), innerEnd]
  if (end === 'cuff') sewCuff({ canvas, piece, edge, toSide, sleeve, side })
  else if (end === 'rolled') sewRoll({ canvas, edge, toSide, sleeve, side })
  else sewSleeveHem({ piece, edge, toSide, colour: sleeve.cuffColour ?? colour, depth: end === 'hem' ? 30 : 26, paint: sleeve.cuffColour })
}

/** The part of the inner edge down to the end of the outer one, so that the sleeve ends square. */
function cutAcross({ line, from }: { line: Outline; from: Point }): Point[] {
  const level = ([x, y]: Point): number => x * 0.24 + y * 0.97
  return line.filter((p) => level(p) <= level(from) + 6)
}

type SleeveWork = {
  canvas: GarmentCanvas
  piece: Piece
  edge: Outline
  toSide: (line: Outline) => Outline
  sleeve: WovenSleeve
  side: 1 | -1
}

function foldSleeve({
  canvas,
  piece,
  toSide,
  shoulder: [sx, sy],
  underarm: [ux, uy],
  share,
}: {
  canvas: GarmentCanvas
  piece: Piece
  toSide: (line: Outline) => Outline
  shoulder: Point
  underarm: Point
  share: number
}): void {
  const { between } = canvas.random
  // A ridge along the sleeve, where it was pressed.
  piece.addFold({
    line: toSide(parsePath(`M${sx + 22} ${sy + 40} C${sx + 74} ${sy + 150} ${sx + 96} ${sy + 300} ${sx + 150} ${sy + 560 * share}`)),
    width: between(46, 64),
    rise: between(0.25, 0.4),
  })
  // Drag lines from the underarm to the top of the sleeve.
  for (let i = 0; i < 3; i++) {
    const [y, reach] = [uy - 30 + i * between(26, 44), between(40, 84)]
    const climb = between(40, 96)
    const line = parsePath(
      `M${ux - 30 + i * 6} ${y} C${ux - 4} ${y - climb * 0.2} ${ux + reach * 0.4} ${y - climb * 0.5} ${ux + reach} ${y - climb}`,
    )
    piece.addFold({ line: toSide(line), width: between(14, 26), rise: between(0.08, 0.26) })
    piece.addFold({ line: toSide(offset(line, 11)), width: 8, rise: between(-0.18, -0.05), crisp: true })
  }
  if (share < 0.6) return
  // Creases at the elbow, the deepest on the inside.
  const elbow = uy + 110 + between(-14, 18)
  for (let i = 0; i < 4; i++) {
    const y = elbow + i * between(22, 40)
    const x = ux + 4 + (y - uy) * 0.15
    const line = parsePath(
      `M${x} ${y} C${x + 26} ${y + between(-18, 6)} ${x + 52} ${y - between(0, 26)} ${x + between(70, 120)} ${y - between(8, 40)}`,
    )
    piece.addFold({ line: toSide(line), width: between(12, 22), rise: between(0.06, 0.24) })
    if (i % 2 === 0) piece.addFold({ line: toSide(offset(line, 10)), width: 8, rise: between(-0.18, -0.05), crisp: true })
  }
  if (share < 0.9) return
  for (let i = 0; i < 4; i++) {
    const y = uy + 230 + i * between(24, 34)
    const x = ux + 10 + (y - uy) * 0.14
    piece.addFold({
      line: toSide(
        parsePath(`M${x} ${y} C${x + 36} ${y + between(-16, 16)} ${x + 70} ${y + between(-20, 14)} ${x + 118} ${y + between(-30, 8)}`),
      ),
      width: between(10, 20),
      rise: between(-0.14, 0.2),
    })
  }
}

/** A band of cloth below `edge`, `depth` millimetres long and wider than the edge by `ease` on each side. */
function bandBelow(edge: Outline, depth: number, ease: number): Point[] {
  const [a, b] = [edge[0] ?? [0, 0], edge.at(-1) ?? [0, 0]]
  const width = Math.hypot(b[0] - a[0], b[1] - a[1])
  const along: Point = [(b[0] - a[0]) / width, (b[1] - a[1]) / width]
  const down: Point = [along[1], -along[0]]
  const at = (u: number, v: number): Point => [a[0] + along[0] * u + down[0] * v, a[1] + along[1] * u + down[1] * v]
  const bow = depth * 0.05
  const path = [at(-ease, 0), at(width + ease, 0), at(width + ease - 1, depth), at(width * 0.5, depth + bow), at(-ease + 1, depth)]
  return path.flatMap((p, i) => {
    const next = path[(i + 1) % path.length] ?? p
    return Array.from({ length: 8 }, (_, k): Point => mix(p, next, k / 8))
  })
}

function sewCuff({ canvas, piece, edge, toSide, sleeve, side }: SleeveWork): void {
  const colour = sleeve.cuffColour ?? sleeve.colour
  addGathers({ canvas, piece, edge: toSide(edge).toReversed(), reach: -70, count: 6, strength: 0.32 })
  // The slit above the cuff.
  const slit = mix(edge[0] ?? [0, 0], edge.at(-1) ?? [0, 0], 0.36)
  const top: Point = [slit[0] - 26, slit[1] - 112]
  piece.addShade({ line: toSide([slit, top]), width: 5, strength: 0.5, tight: true })
  addHemStitch({
    piece,
    line: toSide([
      [slit[0] + 10, slit[1]],
      [top[0] + 10, top[1]],
      [top[0] - 4, top[1] - 6],
    ]),
    colour,
    rows: 1,
  })
  piece.addShade({ line: toSide(edge), width: 16, strength: 0.4, tight: true })
  const shape = bandBelow(edge, 64, 1)
  const cuff = canvas.addPiece({ outline: toSide(shape), colour, rumple: 0.26, lift: 0.45, edge: 0.14, foldAngle: side * 76 })
  if (sleeve.print)
    paintPrint({
      piece: cuff,
      print: sleeve.print,
      frame: { origin: sleeve.shoulder, degrees: -14 },
      toSide: (line) => (side === 1 ? line : mirror(line)),
      isSleeve: true,
    })
  const inset = (by: number, depth: number): Outline => {
    const band = bandBelow(edge, depth, -by)
    return band.slice(0, 9).map((p, i): Point => mix(p, band[32 - i] ?? p, by / depth))
  }
  addHemStitch({ piece: cuff, line: toSide(inset(5, 64)), colour, rows: 1 })
  const foot = bandBelow(edge, 58, -5).slice(16, 33)
  addHemStitch({ piece: cuff, line: toSide(foot), colour, rows: 1 })
  cuff.addShade({ line: toSide(bandBelow(edge, 64, 0).slice(16, 33)), width: 9, strength: 0.4, tight: true })
  const { at } = findPointAt(toSide(bandBelow(edge, 32, -14).slice(16, 33)), side === 1 ? 0.76 : 0.24)
  if (!sleeve.isBack) sewButton({ canvas, at, radius: 5, ...(sleeve.buttonColour !== undefined && { colour: sleeve.buttonColour }) })
}

function sewRoll({ canvas, edge, toSide, sleeve, side }: Omit<SleeveWork, 'piece'>): void {
  const { between } = canvas.random
  const colour = sleeve.cuffColour ?? sleeve.colour
  for (const [i, depth] of [62, 46].entries()) {
    const shape = bandBelow(edge, depth, i === 0 ? 4 : 6)
    const roll = canvas.addPiece({
      outline: toSide(shape),
      colour,
      rumple: 0.4,
      lift: i === 0 ? 0.3 : 0.55,
      edge: 0.2,
      foldAngle: side * 72,
    })
    if (sleeve.print)
      paintPrint({
        piece: roll,
        print: sleeve.print,
        frame: { origin: sleeve.shoulder, degrees: -8 },
        toSide: (line) => (side === 1 ? line : mirror(line)),
        isSleeve: true,
      })
    const foot = shape.slice(16, 33)
    roll.addShade({ line: toSide(foot), width: 12, strength: 0.5, tight: true })
    roll.addFold({ line: toSide(offset(foot, 9)), width: 16, rise: 0.32, crisp: true })
    for (let k = 0; k < 3; k++) {
      const t = between(0.1, 0.9)
      const [a, b] = [findPointAt(shape.slice(0, 9), t).at, findPointAt(foot.toReversed(), Math.min(1, t + between(-0.12, 0.12))).at]
      roll.addFold({ line: toSide([a, mix(a, b, 0.5), b]), width: 9, rise: between(-0.4, 0.35), crisp: true })
    }
    if (i === 0) addHemStitch({ piece: roll, line: toSide(offset(foot, 5)), colour, rows: 1 })
  }
}

function sewSleeveHem({
  piece,
  edge,
  toSide,
  colour,
  depth,
  paint,
}: {
  piece: Piece
  edge: Outline
  toSide: (line: Outline) => Outline
  colour: string
  depth: number
  paint?: string | undefined
}): void {
  const line = bandBelow(edge, -depth, 6).slice(16, 33)
  if (paint) {
    piece.addPaint({ outline: toSide(bandBelow(edge, -46, 12)), colour: paint })
    addSeam({ piece, line: toSide(bandBelow(edge, -46, 12).slice(16, 33)), colour: paint })
  }
  addHemStitch({ piece, line: toSide(line), colour, rows: 1 })
  piece.addShade({ line: toSide(edge), width: 9, strength: 0.42, tight: true })
  piece.addLine({ line: toSide(offset(edge, 0)), colour: darken(colour, 0.6), width: 1.6, opacity: 0.5 })
}
