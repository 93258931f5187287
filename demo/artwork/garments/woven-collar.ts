import { darken, getLightness, lighten } from '../cloth/colour.ts'
import type { GarmentCanvas, Piece } from '../cloth/garment-canvas.ts'
import { mirror, type Outline, offset, parsePath, unfold } from '../cloth/outline.ts'
import { addHemStitch, addSeam } from '../cloth/sewing.ts'
import { sewButton } from './woven-front.ts'

type CollarWork = { canvas: GarmentCanvas; colour: string; paint?: ((piece: Piece) => void) | undefined }

/** Where the front meets a stand of `COLLAR_HEIGHT`, from the neck's side to the centre. */
export const BAND_NECK = parsePath('M80 2 C79 40 52 76 2 86')
const STAND_TOP = parsePath('M69 -36 C68 4 44 44 3 54')
export const ROUND_NECK = parsePath('M86 3 C84 54 56 92 11 97')
const BACK_TOP = parsePath('M-70 -36 C-40 -46 40 -46 70 -36')
const BACK_FOOT = parsePath('M-80 2 C-44 18 44 18 80 2')

/** The inside of the back, seen through the neck: the yoke, the stand and a label without text. */
export function layBackInside({ canvas, colour, hasStand, paint }: CollarWork & { hasStand: boolean }): void {
  const inside = darken(colour, 0.2)
  const yoke = canvas.addPiece({
    outline: parsePath('M-78 2 C-44 16 44 16 78 2 L90 40 C70 150 24 190 0 230 C-24 190 -70 150 -90 40 L-78 2'),
    colour: inside,
    rumple: 0.25,
    edge: 0.2,
  })
  yoke.addShade({ line: parsePath('M84 0 C82 50 50 90 0 96 C-50 90 -82 50 -84 0'), width: 44, strength: 0.5 })
  const top = hasStand ? BACK_TOP : parsePath('M-86 2 C-46 18 46 18 86 2')
  const foot = hasStand ? BACK_FOOT : offset(top, 12)
  const stand = canvas.addPiece({
    outline: [...top, ...foot.toReversed()],
    colour: darken(colour, 0.1),
    rumple: 0.15,
    lift: 0.3,
    edge: 0.16,
  })
  paint?.(stand)
  addHemStitch({ piece: stand, line: offset(top, 4), colour, rows: 1 })
  addHemStitch({ piece: stand, line: offset(foot, -4), colour, rows: 1 })
  stand.addShade({ line: foot, width: 6, strength: 0.4, tight: true })
  const [y, tone] = [hasStand ? 18 : 34, getLightness(colour) > 0.62 ? '#4a3b33' : '#e9dfcd']
  const label = canvas.addPiece({
    outline: parsePath(`M-23 ${y} C-8 ${y + 2} 8 ${y + 2} 23 ${y} L22 ${y + 30} C8 ${y + 32} -8 ${y + 32} -22 ${y + 30} L-23 ${y}`),
    colour: tone,
    rumple: 0.2,
    lift: 0.5,
    edge: 0.12,
  })
  label.addLine({
    line: parsePath(`M-20 ${y + 4} C-8 ${y + 6} 8 ${y + 6} 20 ${y + 4}`),
    colour: '#8b2f2a',
    width: 1,
    dash: '3 2.2',
    opacity: 0.9,
  })
}

/** A stand-up collar whose rounded ends meet in the middle. */
export function sewBandCollar({ canvas, colour, paint }: CollarWork): void {
  for (const side of [-1, 1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const end = parsePath('M3 54 C-3 57 -4 66 -3 86')
    const outline = [...STAND_TOP, ...end.slice(1), ...BAND_NECK.toReversed(), ...parsePath('M80 2 C78 -14 74 -26 69 -36').slice(1)]
    const stand = canvas.addPiece({ outline: toSide(outline), colour, rumple: 0.16, lift: 0.5, edge: 0.1, foldAngle: side * 40 })
    paint?.(stand)
    const top = side === 1 ? STAND_TOP : mirror(STAND_TOP).reverse()
    addHemStitch({ piece: stand, line: side === 1 ? offset(top, -4) : offset(top, 4), colour, rows: 1 })
    const foot = side === 1 ? BAND_NECK : mirror(BAND_NECK).reverse()
    addHemStitch({ piece: stand, line: side === 1 ? offset(foot, 4) : offset(foot, -4), colour, rows: 1 })
    stand.addFold({ line: toSide(parsePath('M74 -18 C72 20 46 56 6 68')), width: 20, rise: 0.3 })
    stand.addShade({ line: toSide(BAND_NECK), width: 5, strength: 0.42, tight: true })
    stand.addShade({ line: toSide(parsePath('M82 -40 C84 -10 84 10 80 30')), width: 26, strength: 0.3 })
    stand.addLine({ line: toSide(STAND_TOP), colour: lighten(colour, 0.6), width: 1.4, opacity: 0.4 })
    stand.addLine({ line: toSide(end), colour: darken(colour, 0.7), width: 1.3, opacity: 0.55 })
  }
}

/** A shirt collar: the stand with its button, then the two leaves. */
export function sewPointCollar({ canvas, colour, paint, buttonColour }: CollarWork & { buttonColour?: string | undefined }): void {
  const stand = canvas.addPiece({
    outline: parsePath('M-34 46 L0 54 L34 46 L32 76 C20 84 10 88 0 89 C-10 88 -20 84 -32 76 L-34 46'),
    colour: darken(colour, 0.05),
    rumple: 0.15,
    lift: 0.3,
    edge: 0.12,
  })
  paint?.(stand)
  addHemStitch({ piece: stand, line: parsePath('M-30 72 C-10 84 10 84 30 72'), colour, rows: 1 })
  stand.addLine({ line: parsePath('M-15 50 L-15 86'), colour: darken(colour, 0.7), width: 1.3, opacity: 0.5 })
  sewButton({ canvas, at: [0, 70], radius: 5.4, ...(buttonColour !== undefined && { colour: buttonColour }) })
  // The fold of the collar behind the neck.
  const roll = canvas.addPiece({
    outline: parsePath('M-66 -46 C-40 -52 40 -52 66 -46 L68 -36 C40 -42 -40 -42 -68 -36 L-66 -46'),
    colour,
    rumple: 0.1,
    lift: 0.5,
    edge: 0.08,
  })
  paint?.(roll)
  for (const side of [-1, 1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const fold = parsePath('M60 -47 C72 -8 46 38 5 57')
    const front = parsePath('M5 57 C22 78 42 104 58 130')
    const outer = parsePath('M58 130 C80 96 98 54 106 10')
    const crown = parsePath('M106 10 C103 -14 90 -38 60 -47')
    const leaf = canvas.addPiece({
      outline: toSide([...fold, ...front.slice(1), ...outer.slice(1), ...crown.slice(1)]),
      colour,
      rumple: 0.2,
      lift: 0.75,
      edge: 0.08,
      foldAngle: side * 42,
    })
    paint?.(leaf)
    // The cloth rolls over the stand.
    leaf.addFold({ line: toSide(parsePath('M80 -30 C82 4 58 44 14 64')), width: 16, rise: 0.2 })
    leaf.addShade({ line: toSide(fold), width: 9, strength: 0.26, tight: true })
    const stitches = toSide([...parsePath('M14 62 C28 80 44 104 59 122'), ...parsePath('M59 122 C77 90 92 52 99 12').slice(1)])
    addHemStitch({ piece: leaf, line: stitches, colour, rows: 1 })
    leaf.addShade({ line: toSide(outer), width: 4, strength: 0.16, tight: true })
    leaf.addLine({ line: toSide(front), colour: darken(colour, 0.6), width: 1.1, opacity: 0.4 })
    leaf.addLine({ line: toSide(outer), colour: darken(colour, 0.6), width: 1.2, opacity: 0.45 })
  }
}

/** A round neck bound with a narrow facing, open in a slit as far as `notch` millimetres. */
export function sewRoundNeck({ canvas, colour, notch }: CollarWork & { notch: number }): void {
  const edge = [...ROUND_NECK, ...parsePath(`M11 97 C10 130 5 ${notch - 40} 0 ${notch}`).slice(1)]
  for (const side of [-1, 1] as const) {
    const toSide = (line: Outline): Outline => (side === 1 ? line : mirror(line))
    const binding = canvas.addPiece({
      sharesFolds: true,
      outline: toSide([...edge, ...offset(edge, -13).slice(3).reverse(), [98, 6]]),
      colour,
      rumple: 0.15,
      lift: 0.4,
      edge: 0.08,
      foldAngle: side * 30,
    })
    addHemStitch({ piece: binding, line: side === 1 ? offset(edge, -10) : mirror(offset(edge, -10)), colour, rows: 1 })
    binding.addShade({ line: toSide(offset(edge, -13)), width: 4, strength: 0.4, tight: true })
    binding.addLine({ line: toSide(edge), colour: lighten(colour, 0.5), width: 1.2, opacity: 0.35 })
  }
}

/** The collar from behind: a stand, or a leaf that covers it. */
export function sewBackCollar({ canvas, colour, collar, paint }: CollarWork & { collar: 'band' | 'point' | 'round' }): void {
  if (collar === 'round') {
    const edge = parsePath('M-86 3 C-46 26 46 26 86 3')
    const binding = canvas.addPiece({ outline: [...edge, ...offset(edge, 13).reverse()], colour, rumple: 0.15, lift: 0.4, edge: 0.08 })
    addHemStitch({ piece: binding, line: offset(edge, 10), colour, rows: 1 })
    return
  }
  const half =
    collar === 'band'
      ? parsePath('M0 -45 C34 -45 58 -40 69 -36 C76 -24 79 -10 80 4 C50 17 24 20 0 20')
      : parsePath('M0 -48 C36 -48 62 -44 72 -38 C94 -28 110 -8 116 14 C84 40 40 48 0 48')
  const leaf = canvas.addPiece({ outline: unfold(half), colour, rumple: 0.2, lift: 0.6, edge: 0.1, foldAngle: 80 })
  paint?.(leaf)
  const foot = collar === 'band' ? parsePath('M-80 4 C-44 21 44 21 80 4') : parsePath('M-114 14 C-70 52 70 52 114 14')
  addHemStitch({ piece: leaf, line: offset(foot, -6), colour, rows: 1 })
  addSeam({ piece: leaf, line: foot, colour })
  leaf.addFold({ line: parsePath('M-64 -28 C-30 -36 30 -36 64 -28'), width: 20, rise: 0.3 })
}
