/** Points of an inch. */
const inch = 72

/** Sizes in points. */
export interface Paper {
  readonly width: number
  readonly height: number
  readonly margin: number
  readonly titleSize: number
  readonly textSize: number
  /** of table and notes */
  readonly smallSize: number
  /** narrow paper has the name of an item above its amounts, and one thing below the other */
  readonly isNarrow: boolean
}

export const papers = {
  a4: { width: 595.28, height: 841.89, margin: 36, titleSize: 17, textSize: 9, smallSize: 7.5, isNarrow: false },
  label: { width: 4 * inch, height: 6 * inch, margin: 12, titleSize: 11, textSize: 7, smallSize: 6, isNarrow: true },
} as const satisfies Record<string, Paper>
