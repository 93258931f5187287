import { type RefObject, useId, useState } from 'react'
import { maxLengths } from '#contract/kernel/business.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Icon, plusIcon } from '../../ui/icon.tsx'
import { MoveButtons } from '../kit/move-buttons.tsx'
import { Needs } from '../kit/needs.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { SmallButton } from '../kit/small-button.tsx'
import { describeError } from '../kit/use-resource.ts'

interface Chosen {
  readonly _id: string
  readonly name: string
}

interface Found extends Chosen {
  readonly isDraft: boolean
}

/** Shown of the products on sale, and of the drafts. */
const maxFound = 12

interface ProductPickerProps {
  label?: string
  products: readonly Chosen[]
  error: string | undefined
  searchRef: RefObject<HTMLInputElement | null>
  onChange: (products: readonly Chosen[]) => void
  /** the most that can be chosen */
  max: number
}

/** Chooses products by search, and orders them. */
export function ProductPicker({ label = 'Products', products, error, searchRef, onChange, max }: ProductPickerProps) {
  const id = useId()
  const [q, setQ] = useState('')
  const [found, setFound] = useState<{ products: readonly Found[]; total: number }>()
  const [failure, setFailure] = useState<string>()
  const search = async () => {
    setFailure(undefined)
    try {
      const query = { page: 1, limit: maxFound, q: q.trim() || undefined }
      const [onSale, drafts] = await Promise.all([
        callSignedIn('GET /products/admin', { query }),
        callSignedIn('GET /products/admin', { query: { ...query, status: 'draft' } }),
      ])
      setFound({
        products: [
          ...onSale.products.map(({ _id, name }) => ({ _id, name, isDraft: false })),
          ...drafts.products.map(({ _id, name }) => ({ _id, name, isDraft: true })),
        ],
        total: onSale.total + drafts.total,
      })
    } catch (cause) {
      setFailure(describeError(cause))
    }
  }
  const ids = products.map(({ _id }) => _id)
  const addable = found?.products.filter(({ _id }) => !ids.includes(_id))
  const more = found === undefined ? 0 : found.total - found.products.length
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="flex min-w-0 flex-col gap-3">
      <legend className="font-medium">{label}</legend>
      <Needs right="products" otherwise={<p className="text-sm text-soft">Administrators with the right “Products and pages” add some.</p>}>
        <div className="mt-1.5">
          <SearchBox
            ref={searchRef}
            label="Search products to add"
            value={q}
            maxLength={maxLengths.search}
            onChange={setQ}
            onSearch={search}
          />
        </div>
      </Needs>
      <p role="status" className="text-sm text-soft empty:hidden">
        {failure ??
          (addable?.length === 0 ? 'No other products found.' : more > 0 ? `${more} more: search for more of the name to see them.` : '')}
      </p>
      {addable !== undefined && addable.length > 0 && (
        <ul aria-label="Found products" className="flex flex-wrap gap-2">
          {addable.map(({ isDraft, ...product }) => (
            <li key={product._id} className="max-w-full">
              <SmallButton
                aria-label={`Add ${product.name}${isDraft ? ', a draft' : ''}`}
                disabled={products.length >= max}
                onClick={() => {
                  onChange([...products, product])
                  // The button goes.
                  searchRef.current?.focus()
                }}
                className="max-w-full"
              >
                <Icon path={plusIcon} size={16} className="shrink-0" />
                <span className="truncate">{product.name}</span>
                {isDraft && <span className="shrink-0 font-normal text-soft">Draft</span>}
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
      <ol aria-label="Chosen products" className="flex flex-col">
        {products.map(({ _id, name }, index) => (
          <li key={_id} className="flex items-center gap-3 border-b border-line py-1.5">
            <span className="w-6 shrink-0 text-sm text-soft tabular-nums">{index + 1}</span>
            <span className="min-w-0 grow wrap-anywhere">{name}</span>
            <MoveButtons
              ids={ids}
              id={_id}
              label={name}
              onMove={(moved) => onChange(moved.flatMap((movedId) => products.find((product) => product._id === movedId) ?? []))}
            />
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => {
                onChange(products.filter((product) => product._id !== _id))
                searchRef.current?.focus()
              }}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunk"
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
      </ol>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
