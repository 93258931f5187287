import type { GarmentCanvas } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, parsePath } from '../cloth/outline.ts'
import { addHemStitch, addMetal } from '../cloth/sewing.ts'
import type { DenimDrawing } from '../drawing.ts'

/** Draws a cargo pocket with its flap across the outseam. */
export function sewCargoPocket({
  canvas,
  drawing,
  side,
  metal,
}: {
  canvas: GarmentCanvas
  drawing: DenimDrawing
  side: 1 | -1
  metal: string
}): void {
  const { colour, thread, detail } = drawing
  const drop = detail === 'low-pocket' ? 90 : 0
  const toSide = (path: string): Outline => {
    const line = parsePath(path).map(([x, y]): [number, number] => [x - 5 + drop * 0.02, y + drop])
    return side === 1 ? line : mirror(line)
  }
  const bag = canvas.addPiece({
    outline: toSide(
      'M158 470 L286 462 C291 520 294 580 298 640 C298 652 292 660 282 660 L184 666 C174 666 168 660 167 650 C164 590 160 530 158 470',
    ),
    colour,
    rumple: 0.5,
    lift: 0.7,
    edge: 0.26,
    foldAngle: side * -4,
  })
  bag.addShade({ line: toSide('M156 538 C200 540 250 536 294 530'), width: 22, strength: 0.5, tight: true })
  if (detail !== 'carpenter') {
    // Two pleats.
    for (const x of [204, 252]) {
      bag.addShade({ line: toSide(`M${x} 520 L${x + 7} 664`), width: 8, strength: 0.5, tight: true })
      bag.addFold({ line: toSide(`M${x - 8} 520 L${x - 1} 664`), width: 16, rise: 0.22, crisp: true })
    }
  } else addHemStitch({ piece: bag, line: toSide('M228 530 L235 662'), colour, rows: 2, thread })
  addHemStitch({
    piece: bag,
    line: toSide('M164 530 L172 648 C173 656 178 660 186 660 L280 655 C288 654 291 650 291 642 L286 530'),
    colour,
    rows: 1,
    thread,
  })
  bag.addFold({ line: toSide('M170 560 C200 580 250 584 292 560'), width: 30, rise: 0.2 })
  const flap = canvas.addPiece({
    outline: toSide('M152 456 L289 448 L293 516 C270 528 250 532 224 534 C200 534 176 530 157 524 L152 456'),
    colour,
    rumple: 0.3,
    lift: 0.9,
    edge: 0.2,
    foldAngle: side * 86,
  })
  addHemStitch({ piece: flap, line: toSide('M153 462 L289 454'), colour, rows: 2, thread })
  addHemStitch({
    piece: flap,
    line: toSide('M158 458 L162 519 C180 524 202 528 224 528 C248 527 268 522 287 512 L284 450'),
    colour,
    rows: 1,
    thread,
  })
  flap.addFold({ line: toSide('M170 500 C200 512 240 512 280 496'), width: 18, rise: 0.26 })
  for (const at of toSide('M182 510 L268 504').filter((_, i, all) => i === 0 || i === all.length - 1))
    addMetal({ canvas, at, radius: 6.4, colour: metal })
}
