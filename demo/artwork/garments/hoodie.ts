import { darken, lighten } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, parsePath, rotate, unfold } from '../cloth/outline.ts'
import { addCord, addGathers, addHemStitch, addMetal, addRib, addSeam } from '../cloth/sewing.ts'
import type { HoodieCut } from '../drawing.ts'
import { drawHood } from './hood.ts'

const BODY_HALF = parsePath('M0 40 L96 4 C150 18 205 38 250 58 C244 130 254 210 286 292 C284 400 284 540 276 646 C180 654 90 656 0 656')
const SLEEVE = parsePath(
  'M246 52 C316 84 384 162 428 270 C478 392 516 500 536 588 L446 628 C410 540 350 400 292 310 C268 280 236 240 222 200 C220 150 230 90 246 52',
)
const ARMHOLE = parsePath('M250 58 C244 130 254 210 286 292')
const SHOULDER = parsePath('M96 4 C150 18 205 38 250 58')
const CUFF = parsePath('M448 622 C476 616 508 604 534 584 C540 604 548 622 552 640 C532 658 500 670 474 674 C464 656 456 640 448 622')
const RIB = parsePath('M0 650 C90 650 180 648 274 640 C274 664 270 690 264 712 C180 720 90 722 0 722')

export const HOODIE_CENTER_Y = 235

/** Draws a hoodie: sleeves, body, ribs, kangaroo pocket, hood and cords. */
export function drawHoodie({ canvas, cut }: { canvas: GarmentCanvas; cut: HoodieCut }): void {
  const { colour, detail } = cut
  drawHood({ canvas, cut, part: 'back' })
  for (const side of [-1, 1] as const) drawSleeve({ canvas, cut, side })
  const rib = canvas.addPiece({ outline: unfold(RIB), colour: darken(colour, 0.05), rumple: 0.2, edge: 0.2 })
  addRib({
    piece: rib,
    from: parsePath('M-276 640 C-180 650 180 650 276 640'),
    to: parsePath('M-264 714 C-180 723 180 723 264 714'),
    pitch: 5.6,
    colour,
  })
  rib.addShade({ line: parsePath('M-276 648 C-180 658 180 658 276 648'), width: 18, strength: 0.4, tight: true })
  const body = canvas.addPiece({ outline: unfold(BODY_HALF), colour, rumple: 0.7, lift: 0.4, edge: 0.2 })
  if (detail?.kind === 'chest-band') {
    const band = parsePath('M-310 330 C-100 338 100 338 310 330')
    body.addPaint({ outline: [...band, ...offset(band, 92).reverse()], colour: detail.colour })
    for (const line of [band, offset(band, 92)]) addSeam({ piece: body, line, colour: detail.colour })
  }
  if (detail?.kind === 'yoke') {
    const line = parsePath('M-310 214 C-100 226 100 226 310 214')
    body.addPaint({ outline: [...line, ...parsePath('M310 -20 L-310 -20')], colour: detail.colour })
    addSeam({ piece: body, line, colour })
    addHemStitch({ piece: body, line: offset(line, 6), colour, rows: 1 })
  }
  foldBody({ body, canvas })
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    addSeam({ piece: body, line: toSide(ARMHOLE), colour })
    addHemStitch({ piece: body, line: toSide(offset(ARMHOLE, 7)), colour, rows: 2 })
    addSeam({ piece: body, line: toSide(offset(SHOULDER, 3)), colour })
  }
  const hem = parsePath('M276 646 C180 654 -180 654 -276 646')
  addGathers({ canvas, piece: body, edge: hem, reach: 60, count: 20, strength: 0.18 })
  addHemStitch({ piece: body, line: offset(hem, 6), colour, rows: 1 })
  sewKangaroo({ canvas, cut })
  if (cut.front === 'zip') sewZip({ canvas, body, colour })
  drawHood({ canvas, cut, part: 'front' })
  if (cut.front === 'zip') sewZipTop({ canvas })
  addCords({ canvas, cut })
}

function drawSleeve({ canvas, cut, side }: { canvas: GarmentCanvas; cut: HoodieCut; side: 1 | -1 }): void {
  const { between } = canvas.random
  // Each sleeve is rotated a little about the shoulder.
  const degrees = between(-3, 8)
  const toSide = (line: Outline): Outline => {
    const swung = rotate({ outline: line, about: [250, 56], degrees })
    return side === 1 ? swung : mirror(swung)
  }
  const colour = cut.detail?.kind === 'sleeves' || cut.detail?.kind === 'yoke' ? cut.detail.colour : cut.colour
  const cuff = canvas.addPiece({ outline: toSide(CUFF), colour: darken(colour, 0.05), rumple: 0.15, edge: 0.22, foldAngle: side * -25 })
  addRib({
    piece: cuff,
    from: toSide(parsePath('M444 622 C476 614 508 602 536 580')),
    to: toSide(parsePath('M473 676 C500 672 534 660 553 641')),
    pitch: 5,
    colour,
  })
  cuff.addShade({ line: toSide(parsePath('M450 632 C478 624 510 612 538 592')), width: 14, strength: 0.45, tight: true })
  const sleeve = canvas.addPiece({ outline: toSide(SLEEVE), colour, foldAngle: side * -26, rumple: 0.72, lift: 0.3, edge: 0.22 })
  sleeve.addShade({ line: toSide(ARMHOLE), width: 34, strength: 0.26 })
  sleeve.addShade({ line: toSide(parsePath('M286 300 C350 400 410 540 446 628')), width: 46, strength: 0.36 })
  const d = between(-20, 20)
  sleeve.addFold({ line: toSide(parsePath(`M262 80 C340 ${150 + d} 410 ${290 + d} 488 600`)), width: 66, rise: 0.34 })
  for (let i = 0; i < 3; i++) {
    const y = 286 + i * between(24, 38)
    sleeve.addFold({
      line: toSide(parsePath(`M${280 + i * 16} ${y} C${316 + d} ${y - 34} 350 ${y - 60} ${392 + d} ${y - 70}`)),
      width: between(18, 30),
      rise: between(0.2, 0.42),
    })
    sleeve.addFold({
      line: toSide(parsePath(`M${284 + i * 16} ${y + 13} C${316 + d} ${y - 14} 340 ${y - 36} ${372 + d} ${y - 46}`)),
      width: 9,
      rise: between(-0.18, -0.06),
      crisp: true,
    })
  }
  for (let i = 0; i < 3; i++) {
    const t = between(0.45, 0.95)
    const [x, y] = [330 + t * 120, 340 + t * 260]
    sleeve.addFold({
      line: toSide(parsePath(`M${x} ${y} C${x + 40} ${y - 40} ${x + 70} ${y - 50} ${x + 110} ${y - 40 + d}`)),
      width: between(16, 28),
      rise: between(-0.24, 0.36),
    })
  }
  const edge = toSide(parsePath('M536 588 L446 628'))
  addGathers({ canvas, piece: sleeve, edge, reach: 60, count: 10, strength: 0.24 })
  addHemStitch({ piece: sleeve, line: offset(edge, 6), colour, rows: 1 })
}

function foldBody({ body, canvas }: { body: Piece; canvas: GarmentCanvas }): void {
  const { between } = canvas.random
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const d = between(-22, 22)
    body.addShade({ line: toSide(ARMHOLE), width: 34, strength: 0.2 })
    body.addShade({ line: toSide(parsePath('M286 292 C284 400 284 540 276 646')), width: 44, strength: 0.22 })
    body.addFold({
      line: toSide(parsePath(`M278 296 C236 ${270 + d} 190 ${246 + d} ${136 + d} ${240 + d}`)),
      width: between(30, 44),
      rise: between(0.25, 0.5),
    })
    body.addFold({
      line: toSide(parsePath(`M280 308 C240 ${296 + d} 204 ${280 + d} ${164 + d} ${274 + d}`)),
      width: 12,
      rise: between(-0.2, -0.08),
      crisp: true,
    })
    body.addFold({
      line: toSide(parsePath(`M274 330 C${236 + d} 380 ${214 - d} 480 ${218 - d} ${600 + d}`)),
      width: between(44, 64),
      rise: between(0.15, 0.42),
    })
    body.addFold({ line: toSide(parsePath(`M130 40 C150 100 ${150 + d} 170 ${138 - d} 260`)), width: 48, rise: between(0.1, 0.34) })
  }
  const lean = between(-40, 40)
  body.addFold({ line: parsePath(`M${lean} 120 C${lean + 20} 220 ${-lean} 320 ${lean * 0.4} 430`), width: 96, rise: 0.3 })
}

function sewKangaroo({ canvas, cut }: { canvas: GarmentCanvas; cut: HoodieCut }): void {
  const { colour } = cut
  const { between } = canvas.random
  const pocket = canvas.addPiece({
    outline: unfold(parsePath('M0 428 L104 426 C128 470 160 520 196 556 L198 650 C120 655 60 656 0 656')),
    colour,
    rumple: 0.55,
    lift: 0.55,
    edge: 0.16,
  })
  const d = between(-16, 16)
  pocket.addFold({ line: parsePath(`M-150 ${580 + d} C-60 ${610 - d} 60 ${600 + d} 150 ${574 - d}`), width: 46, rise: 0.28 })
  addHemStitch({ piece: pocket, line: parsePath('M-104 434 L104 434'), colour, rows: 2 })
  for (const side of [1, -1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const opening = parsePath('M104 426 C128 470 160 520 196 556')
    pocket.addShade({ line: toSide(opening), width: 9, strength: 0.5, tight: true })
    addHemStitch({ piece: pocket, line: toSide(offset(opening, 12)), colour, rows: 2 })
    pocket.addLine({ line: toSide(parsePath('M100 430 L110 430')), colour: lighten(colour, 0.3), width: 3, opacity: 0.5 })
  }
}

function sewZip({ canvas, body, colour }: { canvas: GarmentCanvas; body: Piece; colour: string }): void {
  body.addShade({ line: parsePath('M0 60 L0 722'), width: 30, strength: 0.2 })
  const tape = canvas.addPiece({ outline: parsePath('M-8 70 L8 70 L8 720 L-8 720'), colour: darken(colour, 0.55), rumple: 0.1, edge: 0.2 })
  tape.addLine({ line: parsePath('M0 70 L0 720'), colour: '#b9b2a5', width: 6.4, dash: '2.2 1.9' })
  tape.addLine({ line: parsePath('M0 70 L0 720'), colour: '#2a2420', width: 1, opacity: 0.8 })
  for (const s of [-1, 1]) {
    const lip = canvas.addPiece({
      outline: parsePath(`M${5 * s} 64 L${20 * s} 64 L${20 * s} 722 L${5 * s} 722`),
      colour,
      rumple: 0.3,
      lift: 0.3,
      edge: 0.1,
    })
    addHemStitch({ piece: lip, line: parsePath(`M${13 * s} 64 L${13 * s} 720`), colour, rows: 1 })
  }
}

function sewZipTop({ canvas }: { canvas: GarmentCanvas }): void {
  const pull = canvas.addPiece({
    outline: parsePath('M-5 104 L5 104 L6.5 142 L-6.5 142'),
    colour: '#a8a093',
    rumple: 0,
    lift: 1,
    edge: 0.1,
  })
  pull.addLine({ line: parsePath('M-2.4 108 L-3.4 138'), colour: '#ffffff', width: 1.6, opacity: 0.6 })
  addMetal({ canvas, at: [0, 100], radius: 8, colour: '#9a9285' })
}

function addCords({ canvas, cut }: { canvas: GarmentCanvas; cut: HoodieCut }): void {
  const { between } = canvas.random
  for (const side of [-1, 1] as const) {
    addMetal({ canvas, at: [side * 52, 62], radius: 7.5, colour: '#a39a8c', hollow: true })
    const [a, b, long] = [between(-8, 20), between(-22, 30), between(270, 340)]
    addCord({
      canvas,
      line: parsePath(`M${side * 52} 64 C${side * (44 + a)} 120 ${side * (66 - b)} ${long - 90} ${side * (48 + b)} ${long}`),
      colour: cut.cord,
      width: 9,
      tip: '#b5aa97',
    })
  }
}
