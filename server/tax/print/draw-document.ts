import { buildTable, type DrawnDocument, rulerColour } from './document-table.ts'
import { type Block, planPages } from './page-plan.ts'
import { type Typesetter, toLineHeight } from './typesetter.ts'

interface DocumentToDraw extends DrawnDocument {
  /** JPEG of the signature */
  readonly signature: Buffer | undefined
}

const greyText = '#444444'

/** Draws a document on pages of its own. */
export function drawDocument({ signature, ...drawn }: DocumentToDraw): void {
  const { pdf, paper, texts, type } = drawn
  const { width, height, margin, smallSize } = paper
  const footerHeight = toLineHeight(smallSize)
  const { head, rows, sums } = buildTable(drawn)
  const pages = planPages({
    room: height - 2 * margin - footerHeight,
    blocks: buildHeading(drawn),
    head,
    // The sums are on the page of the signature, below their column headings and the last item.
    rows: [...rows.slice(0, -1), below(...rows.slice(-1), sums, buildTotal(drawn), buildSignature({ ...drawn, signature }))],
    continued: buildContinued(drawn),
  })
  for (const [index, blocks] of pages.entries()) {
    pdf.addPage({ size: [width, height], margin: 0 })
    let y = margin
    for (const block of blocks) {
      block.draw(y)
      y += block.height
    }
    const pageNumber = `${texts.number} · Page ${index + 1} of ${pages.length}`
    pdf.fillColor(greyText)
    type.draw({
      text: pageNumber,
      x: margin,
      y: height - margin - footerHeight,
      width: width - 2 * margin,
      size: smallSize,
      align: 'right',
    })
    pdf.fillColor('black')
  }
}

interface StyledText {
  readonly text: string
  readonly size: number
  readonly weight?: 400 | 700
}

interface TextColumn {
  readonly type: Typesetter
  readonly texts: readonly StyledText[]
  readonly x: number
  readonly width: number
}

/** Texts one below the other. */
function stack({ type, texts, x, width }: TextColumn): Block {
  const lines = texts.flatMap((style) => type.wrap({ ...style, width }).map((text) => ({ ...style, text })))
  return {
    height: lines.reduce((sum, { size }) => sum + toLineHeight(size), 0),
    draw(top) {
      let y = top
      for (const line of lines) {
        type.draw({ ...line, x, y, width })
        y += toLineHeight(line.size)
      }
    },
  }
}

/** Labels with their values beside them. */
function listFacts({ type, texts, x, width, size }: Omit<TextColumn, 'texts'> & { texts: DrawnDocument['texts']; size: number }): Block {
  const labelWidth = Math.max(...texts.facts.map(([label]) => label.length)) * size * 0.6
  const rows = texts.facts.map(([label, value]) => ({ label, block: stackValue(value) }))
  function stackValue(text: string) {
    return stack({ type, texts: [{ text, size }], x: x + labelWidth, width: width - labelWidth })
  }
  return {
    height: rows.reduce((sum, { block }) => sum + block.height, 0),
    draw(top) {
      let y = top
      for (const { label, block } of rows) {
        type.draw({ text: label, x, y, width: labelWidth, size })
        block.draw(y)
        y += block.height
      }
    },
  }
}

const withGap = ({ block, gap }: { block: Block; gap: number }): Block => ({ height: block.height + gap, draw: (y) => block.draw(y) })

const beside = (...blocks: Block[]): Block => ({
  height: Math.max(...blocks.map(({ height }) => height)),
  draw(y) {
    for (const block of blocks) block.draw(y)
  },
})

const below = (...blocks: Block[]): Block => ({
  height: blocks.reduce((sum, { height }) => sum + height, 0),
  draw(top) {
    let y = top
    for (const block of blocks) {
      block.draw(y)
      y += block.height
    }
  },
})

/** Title, supplier, number and buyer. */
function buildHeading({ type, paper, texts }: DrawnDocument): Block[] {
  const { margin, isNarrow, titleSize, textSize, smallSize } = paper
  const inner = paper.width - 2 * margin
  const width = isNarrow ? inner : inner / 2 - margin / 2
  const right = isNarrow ? margin : margin + inner / 2 + margin / 2
  const name = (text: string) => ({ text, size: textSize * 1.15, weight: 700 }) as const
  const plain = (text: string) => ({ text, size: textSize })
  const title = stack({
    type,
    texts: [{ text: texts.title, size: titleSize, weight: 700 }, ...(texts.subtitle ? [plain(texts.subtitle)] : [])],
    x: margin,
    width: inner,
  })
  const supplier = stack({ type, texts: [name(texts.supplierName), ...texts.supplierLines.map(plain)], x: margin, width })
  const buyerTexts = [{ text: 'Buyer', size: smallSize }, name(texts.buyerName), ...texts.buyerLines.map(plain)]
  const buyer = stack({ type, texts: buyerTexts, x: margin, width: inner })
  const facts = listFacts({ type, texts, x: right, width, size: textSize })
  const gap = textSize
  const blocks = isNarrow ? [title, supplier, facts, buyer] : [title, beside(supplier, facts), buyer]
  return blocks.map((block) => withGap({ block, gap }))
}

/** What names the document on its other pages. */
function buildContinued({ type, paper, texts }: DrawnDocument): Block {
  const text = `${texts.title} ${texts.number}, continued`
  const { margin, textSize } = paper
  return withGap({
    block: stack({ type, texts: [{ text, size: textSize, weight: 700 }], x: margin, width: paper.width - 2 * margin }),
    gap: textSize,
  })
}

/** What is to be paid, and a note. */
function buildTotal({ pdf, type, paper, texts }: DrawnDocument): Block {
  const { margin, textSize, smallSize } = paper
  const size = textSize * 1.3
  const width = paper.width - 2 * margin
  return {
    height: toLineHeight(size) + toLineHeight(smallSize) + textSize,
    draw(y) {
      pdf
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.5)
        .stroke(rulerColour)
      const top = y + textSize / 2
      type.draw({ text: `Total ${texts.total}`, x: margin, y: top, width, size, weight: 700, align: 'right' })
      type.draw({ text: texts.note, x: margin, y: top + toLineHeight(size), width, size: smallSize, align: 'right' })
    },
  }
}

function buildSignature({ pdf, type, paper, texts, signature }: DocumentToDraw): Block {
  const { margin, textSize } = paper
  const width = (paper.width - 2 * margin) / 2
  const x = margin + width
  const pictureHeight = signature ? textSize * 4 : textSize * 2
  const lineHeight = toLineHeight(textSize)
  return {
    height: textSize + pictureHeight + 2 * lineHeight,
    draw(y) {
      const top = y + textSize
      type.draw({ text: texts.signedFor, x, y: top, width, size: textSize, align: 'right' })
      if (signature) pdf.image(signature, x, top + lineHeight, { fit: [width, pictureHeight], align: 'right', valign: 'center' })
      type.draw({ text: texts.signatory, x, y: top + lineHeight + pictureHeight, width, size: textSize, align: 'right' })
    },
  }
}
