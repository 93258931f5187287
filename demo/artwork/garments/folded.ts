import { darken } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, parsePath, unfold } from '../cloth/outline.ts'
import { addSeam } from '../cloth/sewing.ts'
import type { FoldedDrawing } from '../drawing.ts'
import { layBackNeck, layCollar } from './tee.ts'
import { BAND_NECK, layBackInside, sewBandCollar, sewPointCollar } from './woven-collar.ts'
import { sewPlacket } from './woven-front.ts'
import { paintPrint } from './woven-print.ts'

const LENGTH = 352
const SIDE = parsePath(`M128 24 C132 120 132 240 130 ${LENGTH - 14} C129 ${LENGTH - 5} 124 ${LENGTH} 114 ${LENGTH}`)
const CREW_NECK = parsePath('M96 2 C84 62 46 92 0 92')

export const FOLDED_CENTER_Y = 170

/** Draws a shirt, kurta or tee folded to a rectangle, with the layers below it at the foot and the sides. */
export function drawFolded({ canvas, drawing }: { canvas: GarmentCanvas; drawing: FoldedDrawing }): void {
  const { colour, print, neck, trim = colour } = drawing
  const paint =
    print && ((piece: Piece): void => paintPrint({ piece, print, frame: { origin: [0, 0], degrees: 0 }, toSide: (line) => line }))
  layLayers({ canvas, colour, paint })
  const crewFront = [...mirror(CREW_NECK).reverse(), ...CREW_NECK.toReversed()]
  if (neck === 'crew') layBackNeck({ canvas, colour, rib: trim, neckFront: crewFront })
  else layBackInside({ canvas, colour, hasStand: true, paint })
  const edge = neck === 'crew' ? CREW_NECK : BAND_NECK
  const half = [
    ...edge.toReversed(),
    ...parsePath(neck === 'crew' ? 'M96 2 C108 6 120 14 128 24' : 'M80 2 C98 6 114 14 128 24').slice(1),
    ...SIDE.slice(1),
    [0, LENGTH] as const,
  ]
  const front = canvas.addPiece({ outline: unfold(half), colour, rumple: 0.42, wrinkle: neck === 'crew' ? 0 : 0.12, lift: 0.5, edge: 0.14 })
  paint?.(front)
  foldFront({ canvas, front, colour })
  if (neck === 'crew') {
    layCollar({ canvas, rib: trim, neckFront: crewFront })
    return
  }
  sewPlacket({
    canvas,
    colour,
    from: 80,
    to: LENGTH + 4,
    buttons: [148, 226, 304],
    isOpenBelow: true,
    paint,
    buttonColour: drawing.buttonColour,
  })
  if (neck === 'point') sewPointCollar({ canvas, colour, paint, buttonColour: drawing.buttonColour })
  else sewBandCollar({ canvas, colour: trim, paint })
}

/** The folded parts below the front, each a little further out. */
function layLayers({
  canvas,
  colour,
  paint,
}: {
  canvas: GarmentCanvas
  colour: string
  paint: ((piece: Piece) => void) | undefined
}): void {
  for (const [i, out] of [13, 9, 5].entries()) {
    const half = parsePath(
      `M0 20 L112 16 C124 18 ${128 + out * 0.5} 26 ${129 + out * 0.6} 40 C${133 + out * 0.5} 150 ${133 + out * 0.6} 260 ${130 + out * 0.6} ${LENGTH - 12 + out} C${128 + out * 0.4} ${LENGTH + out} 118 ${LENGTH + out} 108 ${LENGTH + out} L0 ${LENGTH + out + 1}`,
    )
    const layer = canvas.addPiece({ outline: unfold(half), colour: darken(colour, 0.2 - i * 0.05), rumple: 0.3, lift: 0.4, edge: 0.3 })
    paint?.(layer)
    layer.addShade({ line: parsePath(`M-130 ${LENGTH + out - 3} L130 ${LENGTH + out - 3}`), width: 4, strength: 0.4, tight: true })
  }
}

function foldFront({ canvas, front, colour }: { canvas: GarmentCanvas; front: Piece; colour: string }): void {
  const { between } = canvas.random
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    front.addShade({ line: toSide(SIDE), width: 22, strength: 0.22 })
    front.addFold({ line: toSide(offset(SIDE, 9)), width: 16, rise: 0.3 })
    addSeam({ piece: front, line: toSide(offset(parsePath('M96 4 C108 8 120 15 128 24'), 12)), colour, depth: 0.6 })
    const d = between(-14, 14)
    front.addFold({
      line: toSide(parsePath(`M${100 + d} 40 C${92 + d} 120 ${96 - d} 200 ${104 - d} ${LENGTH - 20}`)),
      width: between(18, 30),
      rise: between(0.06, 0.2),
    })
    front.addFold({
      line: toSide(parsePath(`M60 ${LENGTH - 4} C${58 + d} ${LENGTH - 50} ${70 - d} ${LENGTH - 90} ${64 + d} ${LENGTH - 140}`)),
      width: between(14, 24),
      rise: between(-0.1, 0.22),
    })
  }
  // The cloth turns under at the foot.
  front.addFold({ line: parsePath(`M-126 ${LENGTH - 9} C-40 ${LENGTH - 6} 40 ${LENGTH - 6} 126 ${LENGTH - 9}`), width: 22, rise: 0.34 })
  front.addShade({ line: parsePath(`M-130 ${LENGTH} L130 ${LENGTH}`), width: 12, strength: 0.3, tight: true })
}
