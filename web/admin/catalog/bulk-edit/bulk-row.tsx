import { memo } from 'react'
import { Link } from 'react-router'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { ChangeResult } from '#contract/catalog-admin/bulk-edit.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { Picture } from '../../../ui/picture.tsx'
import { buildProductHref } from '../../kit/list-href.ts'
import { TaxWarning } from '../../shared/tax-warning.tsx'
import { ProductMark } from '../products/list/product-mark.tsx'
import { type Field, listEditedFields, listFields, type RowEdit } from './row-edits.ts'

export const rowGrid =
  'sm:grid-cols-[auto_minmax(0,1fr)_6rem_6rem_11rem] md:grid-cols-[auto_minmax(0,1fr)_5.5rem_5.5rem_13rem] lg:grid-cols-[auto_minmax(0,1fr)_6.5rem_6.5rem_18rem] xl:grid-cols-[auto_minmax(0,1fr)_6.5rem_6.5rem_27rem]'

interface BulkRowProps {
  product: AdminProduct
  edit: RowEdit | undefined
  /** why the tax rate of its price is in doubt */
  taxProblem: string | undefined
  /** why the last save did not save the row */
  result: ChangeResult | undefined
  isSelected: boolean
  /** the administrator may change prices */
  setsPrices: boolean
  onSelect: (id: string, isSelected: boolean) => void
  onEdit: (id: string, name: string, text: string) => void
  onDiscard: (id: string) => void
}

/** A product whose price, MRP and stock are edited in place. */
export const BulkRow = memo(function BulkRow({
  product,
  edit,
  taxProblem,
  result,
  isSelected,
  setsPrices,
  onSelect,
  onEdit,
  onDiscard,
}: BulkRowProps) {
  const { _id: id, name, image, backdrop, regularPrice } = product
  const edited = new Set(listEditedFields({ product, edit }).map((field) => field.name))
  const fields = listFields(product)
  const messageId = `message-${id}`
  const message = result && describeResult(result)
  const renderField = (field: Field) => (
    <label key={field.name} className={`flex min-w-0 flex-col gap-1 text-sm ${field.size === undefined ? '' : 'w-13 sm:w-16'}`}>
      <span className={field.size === undefined ? 'sm:sr-only' : 'truncate text-xs text-soft'}>
        {field.size ?? columnLabels[field.column]}
      </span>
      <input
        data-column={field.column}
        aria-label={field.size === undefined ? `${columnLabels[field.column]} of ${name}` : `${field.size}, stock of ${name}`}
        value={edit?.[field.name] ?? field.text}
        readOnly={(field.column === 'price' && regularPrice !== undefined) || (field.column !== 'stock' && !setsPrices)}
        inputMode={field.column === 'stock' ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={field.column === 'stock' ? 7 : 20}
        aria-invalid={result?.fields?.[field.name] ? true : undefined}
        aria-describedby={message ? messageId : undefined}
        onChange={({ target }) => onEdit(id, field.name, target.value)}
        className={`min-h-11 w-full rounded-control border bg-raised px-2 text-right text-base text-ink tabular-nums read-only:bg-sunk read-only:text-soft hover:border-ink aria-invalid:border-2 aria-invalid:border-bad sm:min-h-10 sm:text-sm ${edited.has(field.name) ? 'border-2 border-thread font-semibold' : 'border-edge'}`}
      />
    </label>
  )
  return (
    <li data-row={id} className="border-b border-line py-2">
      <div className={`grid grid-cols-3 items-center gap-x-3 gap-y-2 ${rowGrid}`}>
        <div className="col-span-3 flex items-center gap-1 sm:contents">
          <label className="flex size-11 items-center justify-center sm:size-9">
            <input
              type="checkbox"
              checked={isSelected}
              onChange={({ target }) => onSelect(id, target.checked)}
              aria-label={`Select ${name}`}
              className="size-5 accent-ink"
            />
          </label>
          <div className="flex min-w-0 grow items-center gap-3">
            <Picture image={image} placeholderColor={backdrop} alt="" sizes="3rem" className="w-9 shrink-0" />
            <div className="min-w-0">
              <Link
                to={buildProductHref(product)}
                className="font-semibold wrap-anywhere hover:underline max-sm:mr-2 max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
              >
                {name}
              </Link>
              <ProductMark product={product} />
              {regularPrice !== undefined && (
                <span className="block text-xs text-soft">A sale sets the price, then again {formatRupees(regularPrice)}.</span>
              )}
              {edited.size > 0 && <span className="ml-2 text-xs font-medium whitespace-nowrap text-thread">Not saved</span>}
            </div>
          </div>
        </div>
        {fields.filter(({ column }) => column !== 'stock').map(renderField)}
        <div className={`flex flex-wrap gap-2 sm:col-span-1 ${product.sizeStock ? 'col-span-3' : 'sm:max-w-24'}`}>
          {fields.filter(({ column }) => column === 'stock').map(renderField)}
        </div>
      </div>
      <TaxWarning text={taxProblem} className="mt-1" />
      {message && (
        <div className="mt-1 flex flex-wrap items-center gap-x-4">
          <p id={messageId} className="text-sm font-medium text-bad">
            {message}
          </p>
          {result.outcome === 'changed' && (
            <button type="button" onClick={() => onDiscard(id)} className="link inline-flex min-h-11 items-center text-sm sm:min-h-8">
              Use the new values
            </button>
          )}
        </div>
      )}
    </li>
  )
})

export const columnLabels = { price: 'Price (₹)', mrp: 'MRP (₹)', stock: 'Stock' } as const

/** Why a row was not saved. After a change by someone else, with what the product is now. */
function describeResult({ outcome, message, fields, product }: ChangeResult): string | undefined {
  if (outcome === 'saved') return undefined
  if (outcome === 'refused' || product === undefined) return Object.values(fields ?? {}).join(' ') || message
  const now = listFields(product).map(({ column, size, text }) => `${size ?? columnLabels[column]} ${text || 'none'}`)
  return `Someone else has changed this product. It is now: ${now.join(', ')}. Save again to keep your values.`
}
