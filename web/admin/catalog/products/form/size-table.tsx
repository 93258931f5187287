import { useEffect, useRef, useState } from 'react'
import { shelfMaxLength } from '#contract/catalog/shelf.ts'
import { maxLengths, maxSizes, type Size } from '#contract/kernel/business.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon, trashIcon } from '../../../../ui/icon.tsx'
import { MoveButtons } from '../../../kit/move-buttons.tsx'
import { SmallButton } from '../../../kit/small-button.tsx'
import { createRow, type SizeRow, sizeSets } from './size-rows.ts'

interface SizeTableProps {
  /** its sizes for new products are a set to start with */
  category: string
  rows: readonly SizeRow[]
  /** by path, such as `1.stock` */
  errors: Readonly<Record<string, string>>
  onChange: (rows: readonly SizeRow[]) => void
}

const columns = [
  ['size', 'Size', maxLengths.size],
  ['stock', 'Stock', 7],
  ['sku', 'SKU', maxLengths.sku],
  ['barcode', 'Barcode', maxLengths.sku],
  ['shelf', 'Shelf', shelfMaxLength],
] as const

const grid = 'grid grid-cols-2 gap-2 sm:grid-cols-[6rem_4rem_minmax(0,1fr)_minmax(0,1fr)_5rem_auto]'

/** The sizes of a product in their order, with stock, SKU, barcode and shelf. */
export function SizeTable({ category, rows, errors, onChange }: SizeTableProps) {
  const categorySizes = useCategorySizes(category)
  const change = (key: string, values: Partial<SizeRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...values } : row)))
  const keys = rows.map(({ key }) => key)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const count = useRef(rows.length)
  // The button that was pressed is gone.
  useEffect(() => {
    if (document.activeElement === document.body && count.current !== rows.length)
      (rows.length > count.current ? list.current?.querySelector('input') : addButton.current)?.focus()
    count.current = rows.length
  }, [rows.length])
  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-soft">Start with</span>
          {[...(categorySizes ? [['Sizes of the category', categorySizes] as const] : []), ...Object.entries(sizeSets)].map(
            ([label, sizes]) => (
              <Button key={label} type="button" className="text-sm" onClick={() => onChange(sizes.map((size) => createRow({ size })))}>
                {label}
              </Button>
            ),
          )}
        </div>
      )}
      <ul ref={list} aria-label="Sizes" className="flex flex-col gap-2 empty:hidden">
        {rows.map((row, index) => (
          <li key={row.key} className="max-sm:border-b max-sm:border-line max-sm:pb-3">
            <div className={grid}>
              {columns.map(([name, label, maxLength]) => (
                <label key={name} className="flex min-w-0 flex-col gap-1 text-sm">
                  <span className={index === 0 ? '' : 'sm:sr-only'}>
                    {label}
                    <span className="sr-only"> {name === 'size' ? index + 1 : `of size ${row.size}`}</span>
                  </span>
                  <input
                    value={row[name]}
                    maxLength={maxLength}
                    inputMode={name === 'stock' ? 'numeric' : undefined}
                    autoComplete="off"
                    aria-invalid={errors[`${index}.${name}`] ? true : undefined}
                    aria-describedby={errors[`${index}.${name}`] ? `${row.key}-error` : undefined}
                    onChange={({ target }) => change(row.key, { [name]: target.value })}
                    className="min-h-11 w-full rounded-control border border-edge bg-raised px-2 text-base text-ink sm:text-sm hover:border-ink aria-invalid:border-2 aria-invalid:border-bad"
                  />
                </label>
              ))}
              <div className="flex items-end gap-1">
                <MoveButtons ids={keys} id={row.key} label={`size ${row.size}`} onMove={(ids) => onChange(sortRows({ rows, ids }))} />
                <SmallButton
                  aria-label={`Remove size ${row.size}`}
                  onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                  className="min-w-11 px-0 sm:min-w-9"
                >
                  <Icon path={trashIcon} size={18} />
                </SmallButton>
              </div>
            </div>
            <p id={`${row.key}-error`} className="mt-1 text-sm font-medium text-bad empty:hidden">
              {columns.map(([name]) => errors[`${index}.${name}`]).find(Boolean)}
            </p>
          </li>
        ))}
      </ul>
      {rows.length < maxSizes && (
        <Button ref={addButton} type="button" className="self-start text-sm" onClick={() => onChange([...rows, createRow({})])}>
          Add a size
        </Button>
      )}
    </div>
  )
}

const sortRows = ({ rows, ids }: { rows: readonly SizeRow[]; ids: readonly string[] }): readonly SizeRow[] =>
  rows.toSorted((a, b) => ids.indexOf(a.key) - ids.indexOf(b.key))

/** The sizes that the category has for new products; undefined when it has none, or while they load. */
function useCategorySizes(category: string): readonly Size[] | undefined {
  const [loaded, setLoaded] = useState<{ category: string; sizes: readonly Size[] | undefined }>()
  useEffect(() => {
    if (category === '') return
    let isCurrent = true
    const load = async () => {
      const { categories } = await callSignedIn('GET /categories/admin', {})
      if (isCurrent) setLoaded({ category, sizes: categories.find(({ key }) => key === category)?.sizes ?? undefined })
    }
    // Without an answer the table starts with the other sets.
    load().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [category])
  return loaded?.category === category ? loaded.sizes : undefined
}
