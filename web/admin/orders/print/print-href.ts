import { maxPrintedOrders } from '#contract/kernel/business.ts'
import { adminHome } from '../../../session/homes.ts'
import { buildListHref } from '../../kit/list-href.ts'

const printPath = `${adminHome}/print`

/** What can be printed for a selection of orders, with the paper sizes to choose from; the first is the default. */
export const printDocuments = {
  'pick-list': { label: 'Pick list', sizes: { a4: 'A4' } },
  'packing-slips': { label: 'Packing slips', sizes: { a5: 'A5', '4x6': '4 × 6 inch' } },
  'gift-slips': { label: 'Gift slips', sizes: { a5: 'A5', a6: 'A6', a4: 'A4' } },
  labels: { label: 'Address labels', sizes: { '4x6': '4 × 6 inch', a4: 'A4, 8 labels' } },
} as const
export type PrintKind = keyof typeof printDocuments
export type PaperSize = 'a4' | 'a5' | 'a6' | '4x6'

/** An order of the selection as the administrator saw it. */
export interface SelectedOrder {
  readonly number: string
  readonly version?: number | undefined
}

export interface PrintQuery {
  readonly kind: PrintKind
  readonly size?: PaperSize
  readonly orders: readonly SelectedOrder[]
}

/** The URL of the print documents of a selection: 200 orders take 2 KB, so it can be opened in another tab and reloaded. */
export function buildPrintHref({ kind, size, orders }: PrintQuery): string {
  const listed = orders.map(({ number, version }) => (version === undefined ? number : `${number}.${version}`)).join('~')
  return buildListHref({ path: printPath, params: { kind, size, orders: listed } })
}

export interface PrintPart {
  /** counted from 1 */
  readonly first: number
  readonly last: number
  readonly href: string
}

/** The URLs of a selection, each with at most as many orders as can be printed at once. */
export function buildPrintParts({ orders, ...query }: PrintQuery): PrintPart[] {
  return Array.from({ length: Math.ceil(orders.length / maxPrintedOrders) }, (_, index) => {
    const start = index * maxPrintedOrders
    const part = orders.slice(start, start + maxPrintedOrders)
    return { first: start + 1, last: start + part.length, href: buildPrintHref({ ...query, orders: part }) }
  })
}

/** The query of a print URL; what it does not know becomes the default. */
export function parsePrintQuery(search: URLSearchParams): Required<PrintQuery> {
  const kind = (Object.keys(printDocuments) as PrintKind[]).find((name) => name === search.get('kind')) ?? 'packing-slips'
  const sizes = Object.keys(printDocuments[kind].sizes) as PaperSize[]
  const orders = (search.get('orders') ?? '').split('~').filter(Boolean)
  return {
    kind,
    size: sizes.find((name) => name === search.get('size')) ?? (sizes[0] as PaperSize),
    orders: orders.map((text) => {
      const [number = '', version] = text.split('.')
      return { number, version: version === undefined ? undefined : Number(version) }
    }),
  }
}
