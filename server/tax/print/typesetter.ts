import type PDFDocument from 'pdfkit'
import { type FontWeight, listClusters, splitByFont } from './print-fonts.ts'

interface TextStyle {
  /** in points */
  readonly size: number
  readonly weight?: FontWeight
}

interface PlacedText extends TextStyle {
  readonly text: string
  readonly x: number
  /** of the top of the line */
  readonly y: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

type FontFeatures = NonNullable<NonNullable<Parameters<InstanceType<typeof PDFDocument>['widthOfString']>[1]>['features']>

/** fontkit ends with an error at some marks that no word has; they are drawn where the font puts them without being placed. */
const withoutMarks = { mark: false, mkmk: false, abvm: false, blwm: false } as unknown as FontFeatures

/** The letters of Indian scripts need more room above and below than Latin ones. */
const lineHeight = 1.36
const ascent = 1.05

export const toLineHeight = (size: number): number => size * lineHeight

/** Measures and draws text of several scripts in a PDF. */
export function createTypesetter(pdf: InstanceType<typeof PDFDocument>) {
  const registered = new Set<string>()

  /** pdfkit embeds a font when it is first used. */
  const selectFont = ({ font, weight = 400, size }: TextStyle & { font: ReturnType<typeof splitByFont>[number]['font'] }) => {
    const name = `${font.name}-${weight}`
    if (!registered.has(name)) pdf.registerFont(name, font.readBytes(weight))
    registered.add(name)
    pdf.font(name, size)
  }

  /** The width of a run in the current font, and what it is drawn with. */
  const measureRun = (text: string): { width: number; features: FontFeatures | undefined } => {
    try {
      return { width: pdf.widthOfString(text), features: undefined }
    } catch {
      return { width: pdf.widthOfString(text, { features: withoutMarks }), features: withoutMarks }
    }
  }

  const measure = ({ text, ...style }: TextStyle & { text: string }): number =>
    splitByFont(text).reduce((sum, run) => {
      selectFont({ ...style, font: run.font })
      return sum + measureRun(run.text).width
    }, 0)

  /** The parts of a word that fit the width; a long one is broken between characters. */
  const breakWord = ({ word, width, ...style }: TextStyle & { word: string; width: number }): string[] => {
    if (measure({ text: word, ...style }) <= width) return [word]
    const parts = ['']
    for (const cluster of listClusters(word)) {
      const longer = `${parts.at(-1)}${cluster}`
      if (parts.at(-1) === '' || measure({ text: longer, ...style }) <= width) parts[parts.length - 1] = longer
      else parts.push(cluster)
    }
    return parts
  }

  return {
    /** The lines of a text: at its line breaks, and where the width ends. */
    wrap({ text, width, ...style }: TextStyle & { text: string; width: number }): string[] {
      return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
        const lines: string[] = []
        for (const word of paragraph.split(/\s+/).filter(Boolean)) {
          const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
          if (lines.length > 0 && measure({ text: longer, ...style }) <= width) lines[lines.length - 1] = longer
          else lines.push(...breakWord({ word, width, ...style }))
        }
        return lines
      })
    },

    /** Draws one line. It becomes smaller when it is wider than its room. */
    draw({ text, x, y, width, align = 'left', size, weight = 400 }: PlacedText): void {
      const natural = measure({ text, size, weight })
      const fitted = natural > width ? (size * width) / natural : size
      const baseline = y + size * ascent
      let left = align === 'right' ? x + width - Math.min(natural, width) : x
      for (const run of splitByFont(text)) {
        selectFont({ font: run.font, size: fitted, weight })
        const { width: runWidth, features } = measureRun(run.text)
        pdf.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...(features && { features }) })
        left += runWidth
      }
    },
  }
}

export type Typesetter = ReturnType<typeof createTypesetter>
