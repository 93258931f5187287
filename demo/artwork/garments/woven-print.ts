import type { Piece } from '../cloth/garment-canvas.ts'
import { type Outline, type Point, parsePath, rotate } from '../cloth/outline.ts'
import { createRandom } from '../cloth/random.ts'
import type { WovenPrint } from '../drawing.ts'

/** Where the pattern of a piece starts and how far it is turned, in the garment's millimetres. */
export type PrintFrame = { origin: Point; degrees: number }

type PrintWork = {
  piece: Piece
  print: WovenPrint
  frame: PrintFrame
  toSide: (line: Outline) => Outline
  isSleeve?: boolean
}

/** Paints a print, stripe, colour block or dye over the whole of a piece. */
export function paintPrint({ piece, print, frame, toSide, isSleeve = false }: PrintWork): void {
  const place = (outline: Outline): Outline => {
    const moved = outline.map(([x, y]): Point => [x + frame.origin[0], y + frame.origin[1]])
    return toSide(rotate({ outline: moved, about: frame.origin, degrees: frame.degrees }))
  }
  const paint = (outline: Outline, opacity = 0.9): void => piece.addPaint({ outline: place(outline), colour: print.colour, opacity })
  switch (print.kind) {
    case 'stripes':
      for (let x = -420; x < 420; x += print.pitch)
        paint(parsePath(`M${x} -120 L${x + print.width} -120 L${x + print.width} 1200 L${x} 1200 L${x} -120`), 0.85)
      break
    case 'sprigs':
      paintRows({ paint, isSleeve, pitch: [62, 58], until: print.until, build: buildButa })
      break
    case 'steps':
      paintRows({ paint, isSleeve, pitch: [92, 84], until: print.until, build: buildSteps })
      break
    case 'block':
      if (!isSleeve) paint(parsePath(`M-500 ${print.at} L500 ${print.at} L500 1300 L-500 1300 L-500 ${print.at}`), 1)
      break
    case 'dip':
      dipCloth({ piece, print, isSleeve, toSide })
  }
}

/** Motifs in staggered rows, each pressed a little differently, as blocks are by hand. */
function paintRows({
  paint,
  isSleeve,
  pitch: [across, down],
  until = 1200,
  build,
}: {
  paint: (outline: Outline, opacity?: number) => void
  isSleeve: boolean
  pitch: readonly [number, number]
  /** How far down the cloth is printed, in millimetres. */
  until?: number | undefined
  build: () => Outline[]
}): void {
  const { between } = createRandom({ seed: isSleeve ? 77 : 41 })
  const [columns, rows] = isSleeve ? [4, 9] : [5, 19]
  const motif = build()
  for (let row = -2; row < rows; row++)
    for (let column = -columns; column <= columns; column++) {
      const shift = row % 2 === 0 ? 0 : across / 2
      const [x, y] = [column * across + shift + between(-1.2, 1.2), row * down + 20 + between(-1.2, 1.2)]
      if (!isSleeve && y > until) continue
      const [turn, press] = [between(-2.5, 2.5), between(0.76, 0.94)]
      for (const outline of motif)
        paint(
          rotate({ outline, about: [0, 0], degrees: turn }).map(([px, py]): Point => [px + x, py + y]),
          press,
        )
    }
}

/** A small flower on a stem with two leaves, about 38 mm high. */
export function buildButa(): Outline[] {
  const petals = [-72, -36, 0, 36, 72].map((degrees) =>
    rotate({ outline: parsePath('M0 -3 C4.6 -7 5 -13 0 -17 C-5 -13 -4.6 -7 0 -3'), about: [0, 0], degrees }),
  )
  const stem = parsePath('M-0.9 1 C-1.6 9 0.4 15 3.4 21 L5 20.2 C2.4 14 0.8 8 0.9 1')
  const leaf = parsePath('M1 11 C6 4 12 3 15 5 C13 11 7 14 1.6 13.4')
  const other = parsePath('M-0.4 8 C-5 3 -10 3 -12.6 5.4 C-10 10.4 -5 12 -0.2 10.6')
  return [...petals, disc(0, 0, 2.5), stem, leaf, other]
}

/** A stepwell from above: three nested squares of steps on their corner. */
function buildSteps(): Outline[] {
  const bars: Outline[] = []
  for (let row = -4; row <= 4; row++) {
    const [wide, bare] = [(5 - Math.abs(row)) * 6.4, Math.max(0, 2.6 - Math.abs(row)) * 6.4]
    const y = row * 6.6
    for (const s of bare > 0 ? [1, -1] : [])
      bars.push(parsePath(`M${bare * s} ${y} L${wide * s} ${y} L${wide * s} ${y + 4.4} L${bare * s} ${y + 4.4}`))
    if (bare === 0) bars.push(parsePath(`M${-wide} ${y} L${wide} ${y} L${wide} ${y + 4.4} L${-wide} ${y + 4.4}`))
  }
  return [...bars, parsePath('M-3 -0.6 L3 -0.6 L3 5 L-3 5')]
}

function disc(x: number, y: number, r: number): Point[] {
  return Array.from({ length: 24 }, (_, i): Point => [x + Math.cos((i / 12) * Math.PI) * r, y + Math.sin((i / 12) * Math.PI) * r])
}

/** Several washes, each darker and lower than the one before, with edges where the dye climbed. */
function dipCloth({
  piece,
  print,
  isSleeve,
  toSide,
}: {
  piece: Piece
  print: Extract<WovenPrint, { kind: 'dip' }>
  isSleeve: boolean
  toSide: (line: Outline) => Outline
}): void {
  const start = isSleeve ? print.from + 20 : print.from
  for (let wash = 0; wash < 7; wash++) {
    const edge = Array.from({ length: 101 }, (_, i): Point => {
      const x = -500 + i * 10
      const climb = Math.sin(x / 47 + wash * 1.7) * 12 + Math.sin(x / 21 + wash * 2.9) * 6 + Math.sin(x / 110 - wash) * 15
      return [x, start + wash * 33 - climb]
    })
    piece.addPatch({ outline: toSide([...edge, [500, 1200], [-500, 1200]]), tint: print.colour, strength: 0.18 + wash * 0.06 })
  }
  // The shoulder is dipped once.
  piece.addPatch({
    outline: toSide(parsePath('M-500 -80 L500 -80 L500 70 C300 96 120 84 0 96 C-120 84 -300 96 -500 70')),
    tint: print.colour,
    strength: 0.2,
  })
}
