import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, type Point, parsePath } from '../cloth/outline.ts'

/** Folds of a body of woven cloth: from the shoulders and underarms, down to the hem, and where it was folded for the shelf. */
export function foldWovenBody({
  canvas,
  front,
  underarm: [ux, uy],
  waist,
  hem,
  isLong,
}: {
  canvas: GarmentCanvas
  front: Piece
  underarm: Point
  waist: number
  hem: number
  isLong: boolean
}): void {
  const { between } = canvas.random
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const d = between(-18, 18)
    front.addShade({ line: toSide(parsePath(`M228 50 C210 118 208 ${uy - 70} ${ux} ${uy}`)), width: 26, strength: 0.2 })
    // Fans from the underarm.
    for (let i = 0; i < 4; i++) {
      const y = uy - 8 + i * between(12, 26)
      const reach = between(70, 150) - i * 8
      const drop = i < 2 ? -between(10, 50) : between(10, 90)
      const line = parsePath(
        `M${ux - 4} ${y} C${ux - reach * 0.3} ${y + drop * 0.2} ${ux - reach * 0.7} ${y + drop * 0.6} ${ux - reach} ${y + drop}`,
      )
      front.addFold({ line: toSide(line), width: between(13, 24), rise: between(0.1, 0.34) })
      front.addFold({ line: toSide(offset(line, 10)), width: 8, rise: between(-0.24, -0.06), crisp: true })
    }
    // From the collar over the chest.
    front.addFold({
      line: toSide(parsePath(`M${112 + d} 26 C${142 + d} 100 ${150 - d} 170 ${140 + d} 270`)),
      width: between(34, 46),
      rise: between(0.12, 0.3),
    })
    // Long falls down to the hem.
    for (let i = 0; i < (isLong ? 3 : 2); i++) {
      const x = 60 + i * 78 + between(-20, 20)
      const top = waist - between(40, 190)
      const line = parsePath(`M${x - 8} ${top} C${x + d} ${top + 120} ${x - d + 6} ${hem - 220} ${x + i * 9 + 6} ${hem - 6}`)
      front.addFold({ line: toSide(line), width: between(22, 40), rise: between(0.08, 0.26) })
      front.addFold({ line: toSide(offset(line, 20)), width: between(12, 20), rise: between(-0.16, -0.04) })
    }
    // Slack at the waist.
    for (let i = 0; i < 2; i++) {
      const y = waist - 40 + i * between(40, 80)
      const line = parsePath(
        `M${ux - 8} ${y} C${ux - 50} ${y + between(-8, 22)} ${ux - 90} ${y + between(0, 40)} ${ux - between(110, 170)} ${y + between(10, 60)}`,
      )
      front.addFold({ line: toSide(line), width: between(12, 22), rise: between(0.06, 0.24) })
      front.addFold({ line: toSide(offset(line, 10)), width: 7, rise: between(-0.18, -0.05), crisp: true })
    }
  }
  // Creases of the folded piece, faint.
  for (const share of isLong ? [0.4, 0.71] : [0.56]) {
    const y = hem * share + between(-8, 8)
    const line = parsePath(`M-300 ${y} C-120 ${y + 3} 120 ${y - 3} 300 ${y}`)
    front.addFold({ line, width: 10, rise: 0.035, crisp: true })
    front.addFold({ line: offset(line, 7), width: 8, rise: -0.03, crisp: true })
  }
}
