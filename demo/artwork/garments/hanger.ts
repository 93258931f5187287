import { darken, lighten } from '../cloth/colour.ts'
import type { GarmentCanvas } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, type Point, parsePath, unfold } from '../cloth/outline.ts'

const WOOD = '#b98a5a'
const BRASS = '#b79a5e'

const HOOK_HEIGHT = 148

/** Where the middle of the rail is, in millimetres from the neck's sides. */
export const RAIL_Y = -132

/** A wooden hanger. The garment's front is drawn after it and covers the arms. */
export function layHanger({ canvas }: { canvas: GarmentCanvas }): void {
  const half = parsePath('M0 -12 C40 -10 90 6 150 30 C176 41 198 52 206 66 L196 74 C150 54 80 34 0 28')
  const arms = canvas.addPiece({ outline: unfold(half), colour: WOOD, rumple: 0, lift: 0.6, edge: 0.2 })
  for (const [y, opacity] of [
    [-4, 0.3],
    [4, 0.2],
    [11, 0.28],
    [19, 0.18],
  ] as const) {
    const grain = parsePath(`M0 ${y} C50 ${y + 3} 110 ${y + 22} 190 ${y + 62}`)
    for (const line of [grain, mirror(grain)]) arms.addLine({ line, colour: darken(WOOD, 0.5), width: 1, opacity })
  }
  arms.addLine({ line: parsePath('M-90 0 C-40 -8 40 -8 90 0'), colour: lighten(WOOD, 0.6), width: 2, opacity: 0.5 })
  const hook = buildHook()
  const wire = canvas.addPiece({
    outline: [...offset(hook, -3.4), ...offset(hook, 3.4).reverse()],
    colour: BRASS,
    rumple: 0,
    lift: 0.5,
    edge: 0.1,
  })
  wire.addLine({ line: offset(hook, 1.2), colour: '#fff3d0', width: 1.6, opacity: 0.7 })
  wire.addLine({ line: offset(hook, -2.2), colour: darken(BRASS, 0.7), width: 1.4, opacity: 0.5 })
}

/** From the wood up and around the rail, open to the left. */
function buildHook(): Outline {
  const bend = Array.from({ length: 40 }, (_, i): Point => {
    const angle = ((20 - i * 6.4) * Math.PI) / 180
    return [Math.cos(angle) * 26, -HOOK_HEIGHT + 27 + Math.sin(angle) * 26]
  })
  return [...parsePath(`M0 -8 L0 -74 C2 -88 26 -90 25 -112`), ...bend]
}
