import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { parseDay } from '#contract/kernel/parse-day.ts'
import { parsePrice } from '#contract/kernel/parse-price.ts'
import type { ImportCells, ImportRow } from './import-row.ts'

interface ReadSale extends Pick<ImportRow, 'sale' | 'formerPrice' | 'error'> {
  /** the prices that the product has outside of its sale */
  readonly cells: Pick<ImportCells, 'price' | 'mrp'>
  readonly notes: readonly string[]
}

const dayMs = 86_400_000

/** The beginning of a day in India; undefined for an empty cell, null for a text that is no day. */
function toDay(text: string | undefined): Date | undefined | null {
  if (text === undefined) return undefined
  const day = parseDay(text)
  return day === undefined ? null : new Date(`${day}T00:00:00+05:30`)
}

/**
 * The price of a line with a sale price: a sale with a last day is planned. A sale without one is the price, and the regular price the MRP.
 * What cannot be read is an error of the line.
 */
export function readSale({ cells: { price, salePrice, saleStartsAt, saleEndsAt }, now }: { cells: ImportCells; now: Date }): ReadSale {
  const start = toDay(saleStartsAt)
  const lastDay = toDay(saleEndsAt)
  const keep = (notes: string[] = []): ReadSale => ({ cells: price === undefined ? {} : { price }, notes })
  const paid = salePrice === undefined ? 0 : parsePrice(salePrice)
  if (salePrice === undefined || paid === 0) return keep()
  if (paid === undefined) return { ...keep(), error: importTexts.salePriceUnreadable(salePrice) }
  const regular = price === undefined ? undefined : parsePrice(price)
  if (price === undefined || regular === 0) return { cells: { price: salePrice }, notes: [] }
  if (paid === regular) return keep()
  if (start === null) return { ...keep(), error: importTexts.saleDayUnreadable(saleStartsAt ?? '') }
  if (lastDay === null) return { ...keep(), error: importTexts.saleDayUnreadable(saleEndsAt ?? '') }
  const end = lastDay && new Date(lastDay.getTime() + dayMs)
  if (end && end <= now) return keep([importTexts.saleIsOver(salePrice, saleEndsAt ?? '')])
  if (end) return { cells: { price }, sale: { price: paid, startsAt: start ?? now, endsAt: end }, notes: [] }
  if (start && start > now) return keep([importTexts.saleWithoutEnd(salePrice, saleStartsAt ?? '')])
  if (regular !== undefined && paid > regular) return keep([importTexts.saleTooHigh])
  return { cells: { price: salePrice, mrp: price }, formerPrice: price, notes: [importTexts.saleIsPrice(salePrice, price)] }
}
