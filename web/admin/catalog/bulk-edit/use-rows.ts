import { useCallback, useState } from 'react'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { ChangeResult, ProductChange } from '#contract/catalog-admin/bulk-edit.ts'
import type { RowEdit } from './row-edits.ts'

type ById<Value> = Readonly<Record<string, Value>>

const without = <Value>(values: ById<Value>, ids: ReadonlySet<string>): ById<Value> =>
  Object.fromEntries(Object.entries(values).filter(([id]) => !ids.has(id)))

interface AppliedResults {
  readonly replied: readonly ChangeResult[]
  readonly sent: readonly Pick<ProductChange, 'id' | 'price' | 'mrp' | 'stock'>[]
  /** what was typed in the rows was not sent */
  readonly keepsInput: boolean
}

/** The products of the page, what was typed, and why rows were not saved. */
export function useRows(loaded: readonly AdminProduct[]) {
  const [products, setProducts] = useState(loaded)
  const [edits, setEdits] = useState<ById<RowEdit>>({})
  const [results, setResults] = useState<ById<ChangeResult>>({})

  const discard = useCallback((id: string) => {
    setEdits((before) => without(before, new Set([id])))
    setResults((before) => without(before, new Set([id])))
  }, [])

  return {
    products,
    edits,
    results,
    edit: useCallback((id: string, name: string, text: string) => {
      setEdits((before) => ({ ...before, [id]: { ...before[id], [name]: text } }))
    }, []),
    /** drops what was typed for a product */
    discard,
    discardAll() {
      setEdits({})
      setResults({})
    },
    /** Takes over what was saved. Rows that were not saved keep what was typed, and what was typed meanwhile stays. */
    applyResults({ replied, sent, keepsInput }: AppliedResults) {
      const byId = new Map(replied.map((result) => [result._id, result]))
      setProducts((before) =>
        before.map((product) => {
          const { outcome, product: current } = byId.get(product._id) ?? {}
          if (current === undefined || outcome === 'refused') return product
          // What was typed in the row is compared with the values that the editor has seen.
          if (keepsInput && outcome === 'saved') return pickChanged({ product, current })
          return current
        }),
      )
      const handled = new Set(sent.map(({ id }) => id))
      const saved = new Set(replied.filter(({ outcome }) => outcome === 'saved').map(({ _id }) => _id))
      if (!keepsInput) setEdits((before) => dropSent({ edits: before, sent: sent.filter(({ id }) => saved.has(id)) }))
      setResults((before) => ({
        ...without(before, handled),
        ...Object.fromEntries(replied.filter(({ outcome }) => outcome !== 'saved').map((result) => [result._id, result])),
      }))
    },
  }
}

/** A product with what a change of the selection has changed, beside what was typed in its row. */
function pickChanged({ product, current }: { product: AdminProduct; current: AdminProduct }): AdminProduct {
  const { hiddenAs, publishAt, regularPrice, ...rest } = product
  return {
    ...rest,
    version: current.version,
    status: current.status,
    category: current.category,
    details: current.details,
    detailsVersion: current.detailsVersion,
    price: current.price,
    ...(current.regularPrice !== undefined && { regularPrice: current.regularPrice }),
    ...(current.publishAt && { publishAt: current.publishAt }),
  }
}

/** The edits without the texts that were saved. */
function dropSent({ edits, sent }: { edits: ById<RowEdit>; sent: AppliedResults['sent'] }): ById<RowEdit> {
  const next = { ...edits }
  for (const { id, price, mrp, stock = [] } of sent) {
    const texts = {
      price,
      mrp,
      ...Object.fromEntries(stock.map(({ size, value }) => [size === undefined ? 'stock' : `stock.${size}`, value])),
    }
    const left = Object.entries(next[id] ?? {}).filter(([name, text]) => texts[name as keyof typeof texts] !== text)
    next[id] = Object.fromEntries(left)
  }
  return next
}
