import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { ImportCells, ImportSale } from './import-row.ts'

interface ReadSale {
  /** the prices that the product has outside of its sale */
  readonly cells: Pick<ImportCells, 'price' | 'mrp'>
  readonly sale: ImportSale | undefined
  readonly notes: readonly string[]
}

const dayMs = 86_400_000

/** The beginning of a day in India. */
function toDay(text: string | undefined): Date | undefined {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text ?? '') ?? []
  return day === undefined ? undefined : new Date(`${day}T00:00:00+05:30`)
}

/**
 * The price of a WooCommerce line: a sale with a last day is planned. A sale without one is the price, and the regular price the MRP.
 */
export function readSale({ cells: { price, salePrice, saleStartsAt, saleEndsAt }, now }: { cells: ImportCells; now: Date }): ReadSale {
  const start = toDay(saleStartsAt)
  const lastDay = toDay(saleEndsAt)
  const end = lastDay && new Date(lastDay.getTime() + dayMs)
  const keep = (notes: string[] = []): ReadSale => ({ cells: price === undefined ? {} : { price }, sale: undefined, notes })
  if (salePrice === undefined || salePrice === price) return keep()
  if (price === undefined) return { cells: { price: salePrice }, sale: undefined, notes: [] }
  if (end && end <= now) return keep([importTexts.saleIsOver(salePrice, saleEndsAt ?? '')])
  if (end) return { cells: { price }, sale: { price: salePrice, startsAt: start ?? now, endsAt: end }, notes: [] }
  if (start && start > now) return keep([importTexts.saleWithoutEnd(salePrice, saleStartsAt ?? '')])
  return { cells: { price: salePrice, mrp: price }, sale: undefined, notes: [importTexts.saleIsPrice(salePrice, price)] }
}
