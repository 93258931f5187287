import { darken, lighten } from '../cloth/colour.ts'
import { mirror, type Outline, offset, sketch, swing, unfold } from '../cloth/outline.ts'
import { addCord, addGathers, addHemStitch, addMetal, addRib, addSeam } from '../cloth/sewing.ts'
import type { Piece, Sheet } from '../cloth/sheet.ts'
import type { HoodieCut } from '../drawing.ts'
import { layHood } from './hood.ts'

const BODY_HALF = sketch('M0 40 L96 4 C150 18 205 38 250 58 C244 130 254 210 286 292 C284 400 284 540 276 646 C180 654 90 656 0 656')
const SLEEVE = sketch(
  'M246 52 C316 84 384 162 428 270 C478 392 516 500 536 588 L446 628 C410 540 350 400 292 310 C268 280 236 240 222 200 C220 150 230 90 246 52',
)
const ARMHOLE = sketch('M250 58 C244 130 254 210 286 292')
const SHOULDER = sketch('M96 4 C150 18 205 38 250 58')
const CUFF = sketch('M448 622 C476 616 508 604 534 584 C540 604 548 622 552 640 C532 658 500 670 474 674 C464 656 456 640 448 622')
const RIB = sketch('M0 650 C90 650 180 648 274 640 C274 664 270 690 264 712 C180 720 90 722 0 722')

export const HOODIE_MIDDLE = 235

/** Lays out one hoodie: sleeves, body, ribs, kangaroo pocket, hood with its lining and cords. */
export function layHoodie({ sheet, cut }: { sheet: Sheet; cut: HoodieCut }): void {
  const { colour, detail } = cut
  layHood({ sheet, cut, part: 'back' })
  for (const side of [-1, 1] as const) laySleeve({ sheet, cut, side })
  const rib = sheet.addPiece({ outline: unfold(RIB), colour: darken(colour, 0.05), rumple: 0.2, edge: 0.2 })
  addRib({
    piece: rib,
    from: sketch('M-276 640 C-180 650 180 650 276 640'),
    to: sketch('M-264 714 C-180 723 180 723 264 714'),
    pitch: 5.6,
    colour,
  })
  rib.addShade({ line: sketch('M-276 648 C-180 658 180 658 276 648'), width: 18, strength: 0.4, tight: true })
  const body = sheet.addPiece({ outline: unfold(BODY_HALF), colour, rumple: 0.7, lift: 0.4, edge: 0.2 })
  if (detail?.kind === 'chest-band') {
    const band = sketch('M-310 330 C-100 338 100 338 310 330')
    body.addPaint({ outline: [...band, ...offset(band, 92).reverse()], colour: detail.colour })
    for (const line of [band, offset(band, 92)]) addSeam({ piece: body, line, colour: detail.colour })
  }
  if (detail?.kind === 'yoke') {
    const line = sketch('M-310 214 C-100 226 100 226 310 214')
    body.addPaint({ outline: [...line, ...sketch('M310 -20 L-310 -20')], colour: detail.colour })
    addSeam({ piece: body, line, colour })
    addHemStitch({ piece: body, line: offset(line, 6), colour, rows: 1 })
  }
  foldBody({ body, sheet })
  for (const side of [1, -1] as const) {
    const turn = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    addSeam({ piece: body, line: turn(ARMHOLE), colour })
    addHemStitch({ piece: body, line: turn(offset(ARMHOLE, 7)), colour, rows: 2 })
    addSeam({ piece: body, line: turn(offset(SHOULDER, 3)), colour })
  }
  const hem = sketch('M276 646 C180 654 -180 654 -276 646')
  addGathers({ sheet, piece: body, edge: hem, reach: 60, count: 20, strength: 0.18 })
  addHemStitch({ piece: body, line: offset(hem, 6), colour, rows: 1 })
  sewKangaroo({ sheet, cut })
  if (cut.front === 'zip') sewZip({ sheet, body, colour })
  layHood({ sheet, cut, part: 'front' })
  if (cut.front === 'zip') sewZipTop({ sheet })
  hangCords({ sheet, cut })
}

function laySleeve({ sheet, cut, side }: { sheet: Sheet; cut: HoodieCut; side: 1 | -1 }): void {
  const { between } = sheet.chance
  // Arms never lie alike: each swings a little about the shoulder point, with enough cloth under the body to leave no gap.
  const degrees = between(-3, 8)
  const turn = (line: Outline): Outline => {
    const swung = swing({ outline: line, about: [250, 56], degrees })
    return side === 1 ? swung : mirror(swung)
  }
  const colour = cut.detail?.kind === 'sleeves' || cut.detail?.kind === 'yoke' ? cut.detail.colour : cut.colour
  const cuff = sheet.addPiece({ outline: turn(CUFF), colour: darken(colour, 0.05), rumple: 0.15, edge: 0.22, foldAngle: side * -25 })
  addRib({
    piece: cuff,
    from: turn(sketch('M444 622 C476 614 508 602 536 580')),
    to: turn(sketch('M473 676 C500 672 534 660 553 641')),
    pitch: 5,
    colour,
  })
  cuff.addShade({ line: turn(sketch('M450 632 C478 624 510 612 538 592')), width: 14, strength: 0.45, tight: true })
  const sleeve = sheet.addPiece({ outline: turn(SLEEVE), colour, foldAngle: side * -26, rumple: 0.72, lift: 0.3, edge: 0.22 })
  sleeve.addShade({ line: turn(ARMHOLE), width: 34, strength: 0.26 })
  sleeve.addShade({ line: turn(sketch('M286 300 C350 400 410 540 446 628')), width: 46, strength: 0.36 })
  const d = between(-20, 20)
  sleeve.addFold({ line: turn(sketch(`M262 80 C340 ${150 + d} 410 ${290 + d} 488 600`)), width: 66, rise: 0.34 })
  for (let i = 0; i < 3; i++) {
    const y = 286 + i * between(24, 38)
    sleeve.addFold({
      line: turn(sketch(`M${280 + i * 16} ${y} C${316 + d} ${y - 34} 350 ${y - 60} ${392 + d} ${y - 70}`)),
      width: between(18, 30),
      rise: between(0.2, 0.42),
    })
    sleeve.addFold({
      line: turn(sketch(`M${284 + i * 16} ${y + 13} C${316 + d} ${y - 14} 340 ${y - 36} ${372 + d} ${y - 46}`)),
      width: 9,
      rise: between(-0.18, -0.06),
      crisp: true,
    })
  }
  for (let i = 0; i < 3; i++) {
    const t = between(0.45, 0.95)
    const [x, y] = [330 + t * 120, 340 + t * 260]
    sleeve.addFold({
      line: turn(sketch(`M${x} ${y} C${x + 40} ${y - 40} ${x + 70} ${y - 50} ${x + 110} ${y - 40 + d}`)),
      width: between(16, 28),
      rise: between(-0.24, 0.36),
    })
  }
  const edge = turn(sketch('M536 588 L446 628'))
  addGathers({ sheet, piece: sleeve, edge, reach: 60, count: 10, strength: 0.24 })
  addHemStitch({ piece: sleeve, line: offset(edge, 6), colour, rows: 1 })
}

function foldBody({ body, sheet }: { body: Piece; sheet: Sheet }): void {
  const { between } = sheet.chance
  for (const side of [1, -1] as const) {
    const turn = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const d = between(-22, 22)
    body.addShade({ line: turn(ARMHOLE), width: 34, strength: 0.2 })
    body.addShade({ line: turn(sketch('M286 292 C284 400 284 540 276 646')), width: 44, strength: 0.22 })
    body.addFold({
      line: turn(sketch(`M278 296 C236 ${270 + d} 190 ${246 + d} ${136 + d} ${240 + d}`)),
      width: between(30, 44),
      rise: between(0.25, 0.5),
    })
    body.addFold({
      line: turn(sketch(`M280 308 C240 ${296 + d} 204 ${280 + d} ${164 + d} ${274 + d}`)),
      width: 12,
      rise: between(-0.2, -0.08),
      crisp: true,
    })
    body.addFold({
      line: turn(sketch(`M274 330 C${236 + d} 380 ${214 - d} 480 ${218 - d} ${600 + d}`)),
      width: between(44, 64),
      rise: between(0.15, 0.42),
    })
    body.addFold({ line: turn(sketch(`M130 40 C150 100 ${150 + d} 170 ${138 - d} 260`)), width: 48, rise: between(0.1, 0.34) })
  }
  const lean = between(-40, 40)
  body.addFold({ line: sketch(`M${lean} 120 C${lean + 20} 220 ${-lean} 320 ${lean * 0.4} 430`), width: 96, rise: 0.3 })
}

function sewKangaroo({ sheet, cut }: { sheet: Sheet; cut: HoodieCut }): void {
  const { colour } = cut
  const { between } = sheet.chance
  const pocket = sheet.addPiece({
    outline: unfold(sketch('M0 428 L104 426 C128 470 160 520 196 556 L198 650 C120 655 60 656 0 656')),
    colour,
    rumple: 0.55,
    lift: 0.55,
    edge: 0.16,
  })
  const d = between(-16, 16)
  pocket.addFold({ line: sketch(`M-150 ${580 + d} C-60 ${610 - d} 60 ${600 + d} 150 ${574 - d}`), width: 46, rise: 0.28 })
  addHemStitch({ piece: pocket, line: sketch('M-104 434 L104 434'), colour, rows: 2 })
  for (const side of [1, -1] as const) {
    const turn = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const opening = sketch('M104 426 C128 470 160 520 196 556')
    pocket.addShade({ line: turn(opening), width: 9, strength: 0.5, tight: true })
    addHemStitch({ piece: pocket, line: turn(offset(opening, 12)), colour, rows: 2 })
    pocket.addLine({ line: turn(sketch('M100 430 L110 430')), colour: lighten(colour, 0.3), width: 3, opacity: 0.5 })
  }
}

function sewZip({ sheet, body, colour }: { sheet: Sheet; body: Piece; colour: string }): void {
  body.addShade({ line: sketch('M0 60 L0 722'), width: 30, strength: 0.2 })
  const tape = sheet.addPiece({ outline: sketch('M-8 70 L8 70 L8 720 L-8 720'), colour: darken(colour, 0.55), rumple: 0.1, edge: 0.2 })
  tape.addLine({ line: sketch('M0 70 L0 720'), colour: '#b9b2a5', width: 6.4, dash: '2.2 1.9' })
  tape.addLine({ line: sketch('M0 70 L0 720'), colour: '#2a2420', width: 1, opacity: 0.8 })
  for (const s of [-1, 1]) {
    const lip = sheet.addPiece({
      outline: sketch(`M${5 * s} 64 L${20 * s} 64 L${20 * s} 722 L${5 * s} 722`),
      colour,
      rumple: 0.3,
      lift: 0.3,
      edge: 0.1,
    })
    addHemStitch({ piece: lip, line: sketch(`M${13 * s} 64 L${13 * s} 720`), colour, rows: 1 })
  }
}

function sewZipTop({ sheet }: { sheet: Sheet }): void {
  const pull = sheet.addPiece({ outline: sketch('M-5 104 L5 104 L6.5 142 L-6.5 142'), colour: '#a8a093', rumple: 0, lift: 1, edge: 0.1 })
  pull.addLine({ line: sketch('M-2.4 108 L-3.4 138'), colour: '#ffffff', width: 1.6, opacity: 0.6 })
  addMetal({ sheet, at: [0, 100], radius: 8, colour: '#9a9285' })
}

function hangCords({ sheet, cut }: { sheet: Sheet; cut: HoodieCut }): void {
  const { between } = sheet.chance
  for (const side of [-1, 1] as const) {
    addMetal({ sheet, at: [side * 52, 62], radius: 7.5, colour: '#a39a8c', hollow: true })
    const [a, b, long] = [between(-8, 20), between(-22, 30), between(270, 340)]
    addCord({
      sheet,
      line: sketch(`M${side * 52} 64 C${side * (44 + a)} 120 ${side * (66 - b)} ${long - 90} ${side * (48 + b)} ${long}`),
      colour: cut.cord,
      width: 9,
      tip: '#b5aa97',
    })
  }
}
