import { darken } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, type Point, parsePath, rotate } from '../cloth/outline.ts'
import { addHemStitch, addSeam } from '../cloth/sewing.ts'
import type { Motif, TeeDetail } from '../drawing.ts'
import { buildButa } from './woven-print.ts'

/** A straight band across the cloth, `depth` millimetres high. */
function bandBelow(line: Outline, depth: number): Outline {
  return [...line, ...offset(line, depth).reverse()]
}

/** Paints the detail of the front: stripes, blocks, prints or dip dye. */
export function paintFront({ front, detail }: { front: Piece; detail: TeeDetail }): void {
  if (detail.kind === 'stripes') {
    const { pitch, share, colour, from = 130, to = 800 } = detail
    for (let y = from; y < to; y += pitch)
      front.addPaint({ outline: bandBelow(parsePath(`M-300 ${y} L300 ${y}`), pitch * share), colour, opacity: 0.93 })
  }
  if (detail.kind === 'block') {
    const { at, colour } = detail
    const line = parsePath(`M-320 ${at} C-160 ${at + 6} 160 ${at + 6} 320 ${at}`)
    const below = at > 300
    front.addPaint({ outline: bandBelow(line, below ? 700 : -400), colour })
    addSeam({ piece: front, line, colour })
    addHemStitch({ piece: front, line: offset(line, below ? 6 : -6), colour, rows: 1 })
  }
  if (detail.kind === 'print') paintMotif({ front, motif: detail.motif, colour: detail.colour })
  if (detail.kind === 'dip') {
    // Several washes, each darker and lower than the one before, with irregular edges.
    for (let wash = 0; wash < 6; wash++) {
      const edge = Array.from({ length: 61 }, (_, i): Point => {
        const x = -300 + i * 10
        const climb = Math.sin(x / 47 + wash * 1.7) * 13 + Math.sin(x / 21 + wash * 2.9) * 7 + Math.sin(x / 110 - wash) * 16
        return [x, 452 + wash * 34 - climb]
      })
      front.addPatch({ outline: [...edge, [300, 900], [-300, 900]], tint: detail.colour, strength: 0.2 + wash * 0.07 })
    }
  }
}

/** Stripes and all-over prints continue on the sleeve. */
export function paintSleeve({ sleeve, detail, toSide }: { sleeve: Piece; detail: TeeDetail; toSide: (line: Outline) => Outline }): void {
  if (detail.kind === 'print' && detail.motif === 'sprigs') {
    const sprig = sprigAt(0, 0).map((leaf) => rotate({ outline: leaf, about: [0, 0], degrees: -38 }))
    for (let i = 0; i < 36; i++) {
      const row = Math.floor(i / 6)
      const [along, across] = [30 + row * 54, (i % 6) * 58 - 60 + (row % 2) * 29]
      const [x, y] = [240 + along * 0.79 - across * 0.61, 50 + along * 0.61 + across * 0.79]
      for (const leaf of sprig)
        sleeve.addPaint({ outline: toSide(leaf.map((p): Point => [p[0] + x, p[1] + y])), colour: detail.colour, opacity: 0.88 })
    }
  }
  if (detail.kind !== 'stripes' || (detail.from ?? 130) > 200) return
  for (let d = 20; d < 300; d += detail.pitch) {
    const [x, y] = [232 + d * 0.79, 30 + d * 0.61]
    const line = parsePath(`M${x + 90} ${y - 115} L${x - 140} ${y + 190}`)
    sleeve.addPaint({ outline: toSide(bandBelow(line, -detail.pitch * detail.share)), colour: detail.colour, opacity: 0.93 })
  }
}

/** One sprig of the block print. */
function sprigAt(x: number, y: number): Outline[] {
  return buildButa().map((outline) => outline.map(([px, py]): Point => [px + x, py + y]))
}

function disc(x: number, y: number, r: number): Point[] {
  return Array.from({ length: 60 }, (_, i): Point => [x + Math.cos((i / 30) * Math.PI) * r, y + Math.sin((i / 30) * Math.PI) * r])
}

function paintMotif({ front, motif, colour }: { front: Piece; motif: Motif; colour: string }): void {
  const paint = (outline: Outline): void => front.addPaint({ outline, colour, opacity: 0.88 })
  if (motif === 'sun') {
    // A sun of horizontal bars that get thinner.
    const [r, cy] = [104, 268]
    let y = -r
    for (let i = 0; y < r; i++) {
      const bar = i === 0 ? r * 1.02 : Math.max(5, 26 - i * 3)
      // Steps by angle keep the rim round at the top.
      const angle = (v: number): number => Math.acos(Math.max(-1, Math.min(1, -v / r)))
      const [first, last] = [angle(y), angle(Math.min(r, y + bar))]
      const rim = Array.from({ length: 49 }, (_, k): Point => {
        const a = first + ((last - first) * k) / 48
        return [Math.sin(a) * r, cy - Math.cos(a) * r]
      })
      paint([...rim, ...mirror(rim)])
      y += bar + 5 + i * 1.1
    }
  }
  if (motif === 'sprigs')
    for (let row = 0; row < 12; row++)
      for (let i = -5; i <= 5; i++) {
        const [x, y] = [i * 58 + (row % 2) * 29, 110 + row * 54]
        if (Math.abs(x) < 110 && y < 150) continue
        for (const outline of sprigAt(x, y)) paint(outline)
      }
  if (motif === 'arches')
    for (let i = 0; i < 4; i++) {
      const [outer, inner] = [118 - i * 28, 104 - i * 28]
      const arch = (r: number, foot: number): string =>
        `M${-r} ${foot} L${-r} 300 C${-r} ${300 - r * 1.32} ${r} ${300 - r * 1.32} ${r} 300 L${r} ${foot}`
      paint([...parsePath(arch(outer, 392)), ...parsePath(arch(Math.max(4, inner), 392)).reverse()])
    }
  if (motif === 'steps')
    // A stepwell seen from above.
    for (let row = -6; row <= 6; row++) {
      const [wide, bare] = [(7 - Math.abs(row)) * 17, Math.max(0, 3.5 - Math.abs(row)) * 17]
      const y = 290 + row * 19
      for (const s of bare > 0 ? [1, -1] : [])
        paint(parsePath(`M${bare * s} ${y} L${wide * s} ${y} L${wide * s} ${y + 13} L${bare * s} ${y + 13}`))
      if (bare === 0) paint(parsePath(`M${-wide} ${y} L${wide} ${y} L${wide} ${y + 13} L${-wide} ${y + 13}`))
    }
}

/** Draws a chest pocket or a buttoned placket. */
export function sewOnFront({ canvas, detail, colour }: { canvas: GarmentCanvas; detail: TeeDetail; colour: string }): void {
  if (detail.kind === 'pocket') sewPocket({ canvas, colour: detail.colour ?? colour })
  if (detail.kind === 'placket') sewPlacket({ canvas, colour: detail.colour ?? colour })
}

function sewPocket({ canvas, colour }: { canvas: GarmentCanvas; colour: string }): void {
  const outline = parsePath('M78 208 L184 204 L186 312 C176 322 150 332 134 336 C116 332 92 324 82 314 L78 208')
  const pocket = canvas.addPiece({ outline, colour, rumple: 0.3, lift: 0.4, edge: 0.12, foldAngle: 10 })
  pocket.addShade({ line: parsePath('M80 212 L184 208'), width: 14, strength: 0.25, tight: true })
  pocket.addFold({ line: parsePath('M92 214 C120 226 150 226 176 210'), width: 16, rise: 0.3 })
  addHemStitch({ piece: pocket, line: parsePath('M79 228 L185 224'), colour, rows: 1 })
  addHemStitch({
    piece: pocket,
    line: parsePath('M82 208 L86 312 C94 320 118 328 134 332 C150 328 172 319 182 310 L180 205'),
    colour,
    rows: 1,
  })
  pocket.addLine({ line: parsePath('M78 208 L184 204'), colour: darken(colour, 0.7), width: 1.4, opacity: 0.6 })
}

function sewPlacket({ canvas, colour }: { canvas: GarmentCanvas; colour: string }): void {
  const placket = canvas.addPiece({
    outline: parsePath('M-15 102 L15 102 L15 248 C6 250 -6 250 -15 248 L-15 102'),
    colour,
    rumple: 0.2,
    lift: 0.45,
    edge: 0.14,
  })
  addHemStitch({ piece: placket, line: parsePath('M-11 104 L-11 244 L11 244 L11 104'), colour, rows: 1 })
  placket.addLine({ line: parsePath('M-14.5 102 L-14.5 248'), colour: darken(colour, 0.75), width: 1.6, opacity: 0.6 })
  for (const y of [134, 176, 218]) {
    const button = canvas.addPiece({ outline: disc(0, y, 6.2), colour: '#e8dcc6', rumple: 0, lift: 0.8, edge: 0.1 })
    button.addLine({ line: disc(0, y, 4.2), colour: '#8c7a62', width: 0.8, opacity: 0.7 })
    for (const s of [1, -1])
      button.addLine({
        line: [
          [-1.6, y + 1.4 * s],
          [1.6, y + 1.4 * s],
        ],
        colour: '#4b3a2d',
        width: 1.1,
        opacity: 0.85,
      })
  }
}
