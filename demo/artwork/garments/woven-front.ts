import { darken, getLightness, lighten } from '../cloth/colour.ts'
import type { GarmentCanvas } from '../cloth/garment-canvas.ts'
import { type Outline, offset, type Point, parsePath } from '../cloth/outline.ts'
import { addHemStitch } from '../cloth/sewing.ts'

function circle(at: Point, r: number): Point[] {
  return Array.from({ length: 41 }, (_, i): Point => [at[0] + Math.cos((i / 20) * Math.PI) * r, at[1] + Math.sin((i / 20) * Math.PI) * r])
}

/** A coconut-shell button with four holes, sewn crosswise. */
export function sewButton({
  canvas,
  at,
  radius = 6,
  colour = '#c9b28f',
}: {
  canvas: GarmentCanvas
  at: Point
  radius?: number
  colour?: string
}): void {
  const button = canvas.addPiece({ outline: circle(at, radius), colour, rumple: 0, lift: 0.9, edge: 0.1 })
  button.addLine({ line: circle(at, radius * 0.72), colour: darken(colour, 0.5), width: 0.9, opacity: 0.55 })
  button.addLine({ line: circle(at, radius * 0.9).slice(19, 33), colour: lighten(colour, 0.8), width: 1, opacity: 0.8 })
  const d = radius * 0.26
  for (const [x, y] of [
    [-d, -d],
    [d, -d],
    [d, d],
    [-d, d],
  ] as const)
    button.addPaint({ outline: circle([at[0] + x, at[1] + y], radius * 0.13), colour: '#3a2a1e', opacity: 0.85 })
  for (const s of [1, -1])
    button.addLine({
      line: [
        [at[0] - d, at[1] - d * s],
        [at[0] + d, at[1] + d * s],
      ],
      colour: '#efe4cf',
      width: 1.2,
      opacity: 0.9,
    })
}

/** A button placket in the middle of the front. `to` is its lower end, below the hem of a shirt that opens all the way. */
export function sewPlacket({
  canvas,
  colour,
  from,
  to,
  width = 34,
  buttons,
  buttonColour,
  isOpenBelow = false,
  paint,
}: {
  canvas: GarmentCanvas
  colour: string
  from: number
  to: number
  width?: number
  buttons: readonly number[]
  buttonColour?: string | undefined
  isOpenBelow?: boolean
  paint?: ((piece: ReturnType<GarmentCanvas['addPiece']>) => void) | undefined
}): void {
  const half = width / 2
  const placket = canvas.addPiece({
    outline: parsePath(`M${-half} ${from} L${half} ${from} L${half} ${to} L${-half} ${to} L${-half} ${from}`),
    colour,
    sharesFolds: true,
    lift: 0.3,
    edge: 0.04,
  })
  paint?.(placket)
  const inset = half - 5
  addHemStitch({ piece: placket, line: parsePath(`M${-inset} ${from} L${-inset} ${to}`), colour, rows: 1 })
  addHemStitch({ piece: placket, line: parsePath(`M${inset} ${from} L${inset} ${to}`), colour, rows: 1 })
  // The edge that lies on the other half of the front.
  placket.addShade({ line: parsePath(`M${-half} ${from} L${-half} ${to}`), width: 5, strength: 0.26, tight: true })
  placket.addLine({
    line: parsePath(`M${-half + 0.6} ${from} L${-half + 0.6} ${to}`),
    colour: darken(colour, 0.7),
    width: 1.3,
    opacity: 0.55,
  })
  placket.addLine({
    line: parsePath(`M${half - 0.6} ${from} L${half - 0.6} ${to}`),
    colour: darken(colour, 0.6),
    width: 0.9,
    opacity: 0.35,
  })
  if (!isOpenBelow) {
    const box = parsePath(`M${-inset} ${to - 34} L${inset} ${to - 34} L${inset} ${to - 5} L${-inset} ${to - 5} L${-inset} ${to - 34}`)
    addHemStitch({ piece: placket, line: box, colour, rows: 1 })
    placket.addLine({
      line: parsePath(`M${-half} ${to - 0.8} L${half} ${to - 0.8}`),
      colour: darken(colour, 0.7),
      width: 1.4,
      opacity: 0.6,
    })
  }
  for (const y of buttons) {
    // The buttonhole shows beside the button.
    placket.addLine({
      line: parsePath(`M0 ${y - 9} L0 ${y + 9}`),
      colour: getLightness(colour) > 0.4 ? darken(colour, 0.45) : lighten(colour, 0.3),
      width: 2,
      opacity: 0.7,
    })
    sewButton({ canvas, at: [0, y], ...(buttonColour !== undefined && { colour: buttonColour }) })
  }
}

/** A chest pocket on the wearer's left with a point at its foot. */
export function sewChestPocket({
  canvas,
  colour,
  at,
  paint,
}: {
  canvas: GarmentCanvas
  colour: string
  /** Its upper corner next to the placket. */
  at: Point
  paint?: ((piece: ReturnType<GarmentCanvas['addPiece']>) => void) | undefined
}): void {
  const [x, y] = at
  const outline = parsePath(
    `M${x} ${y + 2} L${x + 108} ${y - 2} L${x + 110} ${y + 104} L${x + 56} ${y + 128} L${x + 3} ${y + 108} L${x} ${y + 2}`,
  )
  const pocket = canvas.addPiece({ outline, colour, sharesFolds: true, lift: 0.26, edge: 0.06, foldAngle: 6 })
  paint?.(pocket)
  addHemStitch({ piece: pocket, line: parsePath(`M${x} ${y + 24} L${x + 108} ${y + 20}`), colour, rows: 1 })
  const seam: Outline = parsePath(`M${x + 4} ${y} L${x + 7} ${y + 105} L${x + 56} ${y + 123} L${x + 106} ${y + 101} L${x + 104} ${y - 2}`)
  addHemStitch({ piece: pocket, line: seam, colour, rows: 1 })
  pocket.addFold({
    line: parsePath(`M${x + 8} ${y + 6} C${x + 40} ${y + 16} ${x + 74} ${y + 14} ${x + 104} ${y + 1}`),
    width: 13,
    rise: 0.3,
  })
  pocket.addShade({ line: offset(parsePath(`M${x} ${y + 2} L${x + 108} ${y - 2}`), 1), width: 5, strength: 0.4, tight: true })
  pocket.addLine({ line: parsePath(`M${x} ${y + 2} L${x + 108} ${y - 2}`), colour: darken(colour, 0.7), width: 1.5, opacity: 0.6 })
  for (const corner of [x + 3, x + 99])
    pocket.addLine({
      line: parsePath(`M${corner} ${y + 6} L${corner + 6} ${y + 6}`),
      colour: lighten(colour, 0.3),
      width: 2.4,
      opacity: 0.5,
    })
}
