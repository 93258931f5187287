/** Body measurements of size guides, and how to take each. */
export const measures = {
  chest: { label: 'Chest', how: 'around the fullest part, with the tape under the arms' },
  waist: { label: 'Waist', how: 'around the narrowest part, above the hips' },
  hip: { label: 'Hip', how: 'around the widest part of the seat' },
  shoulder: { label: 'Shoulder', how: 'from the end of one shoulder to the end of the other' },
  sleeve: { label: 'Sleeve', how: 'from the end of the shoulder to the wrist' },
  backLength: { label: 'Back length', how: 'from the base of the neck straight down to the hem' },
  inseam: { label: 'Inseam', how: 'inside the leg, down to the ankle' },
} as const
export type Measure = keyof typeof measures
export const measureNames = Object.keys(measures) as Measure[]

/** `92–97` in centimetres → `36–38` in inches, to the nearest half. */
export const toInches = (centimetres: string): string =>
  centimetres.replace(/\d+(\.\d+)?/g, (number) => String(Math.round((Number(number) / 2.54) * 2) / 2))
