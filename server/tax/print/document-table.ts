import type PDFDocument from 'pdfkit'
import type { AmountColumn, DocumentTexts } from './document-texts.ts'
import type { Block } from './page-plan.ts'
import type { Paper } from './paper.ts'
import { type Typesetter, toLineHeight } from './typesetter.ts'

export interface DrawnDocument {
  readonly pdf: InstanceType<typeof PDFDocument>
  readonly type: Typesetter
  readonly paper: Paper
  readonly texts: DocumentTexts
}

export const rulerColour = '#999999'
const padding = 3

interface Column {
  readonly key: AmountColumn | 'position' | 'title' | 'hsnCode' | 'quantity'
  readonly label: string
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
}

const amountWidths: Readonly<Record<AmountColumn, number>> = {
  gross: 56,
  discount: 54,
  taxable: 56,
  cgst: 52,
  sgst: 52,
  igst: 56,
  total: 58,
}

/** The columns from left to right; the name of the item has what is left. */
function placeColumns({ paper, texts }: Pick<DrawnDocument, 'paper' | 'texts'>): Column[] {
  const inner = paper.width - 2 * paper.margin
  const amounts = texts.columns.map(({ key, label }) => {
    const width = paper.isNarrow ? inner / texts.columns.length : amountWidths[key]
    return { key, label, width, align: 'right' } as const
  })
  const others = [
    { key: 'position', label: '#', width: 18, align: 'left' },
    { key: 'title', label: 'Item', width: 0, align: 'left' },
    { key: 'hsnCode', label: 'HSN', width: 44, align: 'left' },
    { key: 'quantity', label: 'Qty', width: 40, align: 'right' },
  ] as const
  const columns = paper.isNarrow ? amounts : [...others, ...amounts]
  const free = inner - columns.reduce((sum, { width }) => sum + width, 0)
  let x = paper.margin
  return columns.map((column) => {
    const placed = { ...column, x, width: column.key === 'title' ? free : column.width }
    x += placed.width
    return placed
  })
}

/** The heading, the rows and the sums of a document's table. */
export function buildTable(drawn: DrawnDocument): { head: Block; rows: Block[]; sums: Block } {
  const columns = placeColumns(drawn)
  const positions = drawn.texts.lines.map((_, index) => index)
  return {
    head: buildHead({ ...drawn, columns }),
    rows: positions.map((index) => buildRow({ ...drawn, columns, index })),
    sums: buildSums({ ...drawn, columns }),
  }
}

type Table = DrawnDocument & { readonly columns: readonly Column[] }

const drawRuler = ({ pdf, paper, y }: Pick<Table, 'pdf' | 'paper'> & { y: number }) =>
  pdf
    .moveTo(paper.margin, y)
    .lineTo(paper.width - paper.margin, y)
    .lineWidth(0.5)
    .stroke(rulerColour)

/** Room between two columns. */
const cellOf = ({ x, width, align }: Column) => ({ x: align === 'right' ? x + padding : x, width: width - padding, align })

function buildHead({ pdf, type, paper, columns }: Table): Block {
  const style = { size: paper.smallSize, weight: 700 } as const
  const labels = columns.map((column) => ({ column, lines: type.wrap({ text: column.label, width: column.width - padding, ...style }) }))
  const lineHeight = toLineHeight(paper.smallSize)
  const height = Math.max(...labels.map(({ lines }) => lines.length)) * lineHeight + 2 * padding
  return {
    height,
    draw(y) {
      for (const { column, lines } of labels)
        for (const [index, text] of lines.entries()) type.draw({ text, y: y + padding + index * lineHeight, ...cellOf(column), ...style })
      drawRuler({ pdf, paper, y: y + height })
    },
  }
}

const isAmount = (key: Column['key']): key is AmountColumn => !['position', 'title', 'hsnCode', 'quantity'].includes(key)

function buildRow({ pdf, type, paper, texts, columns, index }: Table & { index: number }): Block {
  const line = texts.lines[index]
  if (!line) throw new RangeError(`No line ${index}.`)
  const { smallSize: size, isNarrow, margin } = paper
  const lineHeight = toLineHeight(size)
  const width = isNarrow ? paper.width - 2 * margin : (columns.find(({ key }) => key === 'title')?.width ?? 0) - padding
  const name = isNarrow ? `${index + 1}. ${line.title}` : line.title
  const details = `HSN ${line.hsnCode}${line.quantity && ` · Qty ${line.quantity}`}`
  const titleLines = [...type.wrap({ text: name, width, size }), ...(isNarrow ? [details] : [])]
  const hasRates = columns.some(({ key }) => isAmount(key) && line.cells[key]?.rate !== undefined)
  const amountsHeight = (hasRates ? 2 : 1) * lineHeight
  const titleHeight = titleLines.length * lineHeight
  const height = (isNarrow ? titleHeight + amountsHeight : Math.max(titleHeight, amountsHeight)) + 2 * padding
  const plain = { position: String(index + 1), hsnCode: line.hsnCode, quantity: line.quantity, title: '' }
  return {
    height,
    draw(y) {
      const top = y + padding
      const titleX = isNarrow ? margin : (columns.find(({ key }) => key === 'title')?.x ?? margin)
      for (const [at, text] of titleLines.entries()) type.draw({ text, x: titleX, y: top + at * lineHeight, width, size })
      const amountsTop = isNarrow ? top + titleHeight : top
      for (const column of columns) {
        const cell = isAmount(column.key) ? line.cells[column.key] : { amount: plain[column.key] }
        if (!cell?.amount) continue
        type.draw({ text: cell.amount, y: amountsTop, ...cellOf(column), size })
        if ('rate' in cell && cell.rate) type.draw({ text: cell.rate, y: amountsTop + lineHeight, ...cellOf(column), size: size * 0.9 })
      }
      drawRuler({ pdf, paper, y: y + height })
    },
  }
}

function buildSums({ type, paper, texts, columns }: Table): Block {
  const style = { size: paper.smallSize, weight: 700 } as const
  const lineHeight = toLineHeight(paper.smallSize)
  const titleHeight = paper.isNarrow ? lineHeight : 0
  return {
    height: titleHeight + lineHeight + 2 * padding,
    draw(y) {
      const x = columns.find(({ key }) => key === 'title')?.x ?? paper.margin
      type.draw({ text: 'Sum', x, y: y + padding, width: 100, ...style })
      for (const column of columns) {
        const text = isAmount(column.key) ? texts.sums[column.key]?.amount : undefined
        if (text !== undefined) type.draw({ text, y: y + padding + titleHeight, ...cellOf(column), ...style })
      }
    },
  }
}
