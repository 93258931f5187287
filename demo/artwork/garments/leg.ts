import { mirror, type Outline, sketch } from '../cloth/outline.ts'
import type { Piece, Sheet } from '../cloth/sheet.ts'

/** Trousers are drawn as their right leg; the left is the same turned over. */
export type Turn = (line: Outline) => Outline

export const turnTo =
  (side: 1 | -1): Turn =>
  (line) =>
    side === 1 ? line : mirror(line)

/**
 * The drag lines that fan out of a crotch: long and shallow above, short and steep below, never quite alike. `from` is how
 * far below the waist the first begins, in millimetres.
 */
export function foldCrotch({ leg, sheet, turn, from }: { leg: Piece; sheet: Sheet; turn: Turn; from: number }): void {
  const { between } = sheet.chance
  const lines = between(0, 1) > 0.4 ? 3 : 2
  for (let i = 0; i < lines; i++) {
    const y = from + i * between(24, 46)
    const [reach, climb] = [between(90, 210) - i * 26, between(50, 110) - i * 16]
    const drag = (drop: number, share: number): Outline => {
      const [x, top, w, h] = [20, y + drop, reach * share, climb * share]
      return turn(sketch(`M${8 + i * 13} ${top} C${x + w * 0.4} ${top - h * 0.25} ${x + w * 0.7} ${top - h * 0.6} ${x + w} ${top - h}`))
    }
    leg.addFold({ line: drag(0, 1), width: between(18, 34), rise: between(0.12, 0.34) })
    if (i !== 1) leg.addFold({ line: drag(14, 0.7), width: 11, rise: between(-0.12, -0.03), crisp: true })
  }
}
