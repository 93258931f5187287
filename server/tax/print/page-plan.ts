/** A part of a page that stays together. */
export interface Block {
  /** in points */
  readonly height: number
  /** @param y of its top */
  draw(y: number): void
}

interface PagePlan {
  /** in points */
  readonly room: number
  readonly blocks: readonly Block[]
  /** the rows of a table and what follows it */
  readonly rows: readonly Block[]
  /** the heading of the table */
  readonly head: Block
  /** what stands above the heading of the table on each page but the first */
  readonly continued: Block
}

const sumHeights = (blocks: readonly Block[]): number => blocks.reduce((sum, { height }) => sum + height, 0)

/** Divides blocks into pages. The heading of the table is repeated. */
export function planPages({ room, blocks, rows, head, continued }: PagePlan): Block[][] {
  const pages: Block[][] = [[]]
  const place = ({ block, heading }: { block: Block; heading: readonly Block[] }) => {
    const page = pages.at(-1) ?? []
    const isFull = page.length > 0 && sumHeights(page) + block.height > room
    if (isFull) pages.push([...heading, block])
    else page.push(block)
  }
  for (const block of blocks) place({ block, heading: [continued] })
  const [firstRow, ...otherRows] = rows
  // The heading stands on the page of the first row.
  const start = {
    height: head.height + (firstRow?.height ?? 0),
    draw: (y: number) => {
      head.draw(y)
      firstRow?.draw(y + head.height)
    },
  }
  place({ block: start, heading: [continued] })
  for (const block of otherRows) place({ block, heading: [continued, head] })
  return pages
}
