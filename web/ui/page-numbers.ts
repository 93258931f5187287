/** The page numbers of a pager, `null` for a gap: all up to 7, else the ends and the neighbours of the current page. */
export function listPageNumbers({ page, pages }: { page: number; pages: number }): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1)
  const first = Math.max(2, Math.min(page - 1, pages - 4))
  const last = Math.min(pages - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [1, ...(first > 2 ? [null] : []), ...middle, ...(last < pages - 1 ? [null] : []), pages]
}

/** Parses a page number of a URL. Anything invalid is page 1. */
export function parsePage(text: string | null | undefined): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1
  return Math.max(1, page)
}
