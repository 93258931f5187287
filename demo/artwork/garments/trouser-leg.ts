import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, parsePath } from '../cloth/outline.ts'

/** Maps the outline of the right leg to either leg. */
export type SideMapper = (line: Outline) => Outline

export const createSideMapper =
  (side: 1 | -1): SideMapper =>
  (line) =>
    side === 1 ? line : mirror(line)

/**
 * Folds that fan out of the crotch. `from` is the distance of the first from the waist in millimetres.
 */
export function addCrotchFolds({
  leg,
  canvas,
  toSide,
  from,
}: {
  leg: Piece
  canvas: GarmentCanvas
  toSide: SideMapper
  from: number
}): void {
  const { between } = canvas.random
  const lines = between(0, 1) > 0.4 ? 3 : 2
  for (let i = 0; i < lines; i++) {
    const y = from + i * between(24, 46)
    const [reach, climb] = [between(90, 210) - i * 26, between(50, 110) - i * 16]
    const drag = (drop: number, share: number): Outline => {
      const [x, top, w, h] = [20, y + drop, reach * share, climb * share]
      return toSide(
        parsePath(`M${8 + i * 13} ${top} C${x + w * 0.4} ${top - h * 0.25} ${x + w * 0.7} ${top - h * 0.6} ${x + w} ${top - h}`),
      )
    }
    leg.addFold({ line: drag(0, 1), width: between(18, 34), rise: between(0.12, 0.34) })
    if (i !== 1) leg.addFold({ line: drag(14, 0.7), width: 11, rise: between(-0.12, -0.03), crisp: true })
  }
}
