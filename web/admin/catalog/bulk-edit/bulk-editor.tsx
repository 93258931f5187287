import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { ChangeResult, ProductChange } from '#contract/catalog-admin/bulk-edit.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { UnsavedChanges } from '../../../ui/unsaved-changes.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { type TaxedCategory, usePriceProblem } from '../../shared/use-tax-rates.ts'
import type { SaleValues } from '../sale-form.tsx'
import { BulkRow, columnLabels, rowGrid } from './bulk-row.tsx'
import { buildChange } from './row-edits.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useRows } from './use-rows.ts'

interface Request {
  readonly sent: Parameters<ReturnType<typeof useRows>['applyResults']>[0]['sent']
  /** what was typed in the rows is not sent */
  readonly keepsInput: boolean
  readonly call: () => Promise<{ message: string; results: ChangeResult[] }>
}

/** A page of products whose prices and stock are edited in place and saved at once. */
export function BulkEditor({ products: loaded, categories }: { products: readonly AdminProduct[]; categories: readonly TaxedCategory[] }) {
  const rows = useRows(loaded)
  const { products, edits, results, applyResults } = rows
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('Stock count')
  const list = useRef<HTMLUListElement>(null)
  const setsPrices = useRight('prices')
  const describePriceProblem = usePriceProblem()
  const { busy, message, run, clearMessage } = useAction()
  const id = useId()

  const changes = products.flatMap((product) => buildChange({ product, edit: edits[product._id] }) ?? [])
  const changesStock = changes.some(({ stock = [] }) => stock.length > 0)

  const request = ({ sent, keepsInput, call }: Request) =>
    run(async () => {
      const reply = await call()
      // At once, so that the marked field can get the focus.
      flushSync(() => applyResults({ replied: reply.results, sent, keepsInput }))
      const failed = reply.results.find(({ outcome }) => outcome !== 'saved')
      const failedRow = failed && list.current?.querySelector(`[data-row="${failed._id}"]`)
      const field = failedRow?.querySelector<HTMLElement>('[aria-invalid]') ?? failedRow?.querySelector<HTMLElement>('[data-column]')
      field?.focus()
      return { message: reply.message, isError: failed !== undefined }
    })
  const chosen = products.filter(({ _id }) => selected.has(_id))
  const send = ({ sent, keepsInput }: { sent: readonly ProductChange[]; keepsInput: boolean }) =>
    request({ sent, keepsInput, call: () => callSignedIn('POST /products/admin/changes', { body: { changes: [...sent], note } }) })
  const change = (values: Pick<ProductChange, 'status' | 'category' | 'dispatchDays' | 'returnRule'>) => {
    const differs = (product: AdminProduct) =>
      (values.status !== undefined && product.status !== values.status) ||
      (values.category !== undefined && product.category !== values.category) ||
      (values.dispatchDays !== undefined && (product.details.dispatchDays ?? null) !== values.dispatchDays) ||
      (values.returnRule !== undefined && (product.details.returnRule ?? null) !== values.returnRule)
    const sent = chosen.filter(differs).map(({ _id, version }) => ({ id: _id, version, ...values, stock: [] }))
    if (sent.length > 0) send({ keepsInput: true, sent })
  }
  const startSale = (sale: SaleValues) =>
    request({
      keepsInput: true,
      sent: chosen.map(({ _id }) => ({ id: _id })),
      call: () => callSignedIn('POST /products/admin/sales', { body: { ids: chosen.map(({ _id }) => _id), ...sale } }),
    })
  /** Writes the new prices into the rows, where they are reviewed and saved. A sale sets the price of its product. */
  const changePrices = (percent: number) => {
    for (const { _id, price, regularPrice } of chosen)
      if (regularPrice === undefined) rows.edit(_id, 'price', String(Math.max(1, Math.round((price * (100 + percent)) / 100))))
  }

  const select = useCallback((rowId: string, isSelected: boolean) => {
    setSelected((before) => new Set(isSelected ? [...before, rowId] : [...before].filter((other) => other !== rowId)))
  }, [])

  return (
    <div className="flex flex-col">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 pb-2">
        <Checkbox
          className="text-sm"
          checked={products.length > 0 && chosen.length === products.length}
          onChange={({ target }) => setSelected(new Set(target.checked ? products.map(({ _id }) => _id) : []))}
        >
          Select all
        </Checkbox>
        {chosen.length > 0 && (
          <SelectionBar
            chosen={chosen}
            categories={categories}
            describePriceProblem={describePriceProblem}
            busy={busy}
            setsPrices={setsPrices}
            onChange={change}
            onChangePrices={changePrices}
            onStartSale={startSale}
          />
        )}
      </div>
      <div
        aria-hidden="true"
        className={`hidden gap-x-3 border-b border-edge bg-page py-2 text-sm font-semibold sm:sticky sm:top-16 sm:z-10 sm:grid ${rowGrid}`}
      >
        <span className="w-9" />
        <span>Product</span>
        <span className="text-right">{columnLabels.price}</span>
        <span className="text-right">{columnLabels.mrp}</span>
        <span>{columnLabels.stock}</span>
      </div>
      <ul ref={list} aria-label="Products" onKeyDown={moveInColumn}>
        {products.map((product) => (
          <BulkRow
            key={product._id}
            product={product}
            edit={edits[product._id]}
            taxProblem={describePriceProblem({ ...product, price: edits[product._id]?.price ?? product.price, categories })}
            result={results[product._id]}
            isSelected={selected.has(product._id)}
            setsPrices={setsPrices}
            onSelect={select}
            onEdit={rows.edit}
            onDiscard={rows.discard}
          />
        ))}
      </ul>
      <section
        aria-labelledby={id}
        className="sticky bottom-0 z-10 flex flex-wrap items-end gap-x-4 gap-y-3 border-t border-edge bg-page py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        <h2 id={id} className="sr-only">
          Save
        </h2>
        {changesStock && (
          <TextField
            label="Why stock changes"
            value={note}
            maxLength={maxLengths.reason}
            onChange={({ target }) => setNote(target.value)}
            className="w-full sm:w-64"
          />
        )}
        <Button
          variant="primary"
          aria-disabled={busy || changes.length === 0}
          className="min-w-32 aria-disabled:opacity-60"
          onClick={() => changes.length > 0 && send({ sent: changes, keepsInput: false })}
        >
          {busy ? 'Saving…' : changes.length === 0 ? 'Save' : `Save ${changes.length} ${changes.length === 1 ? 'product' : 'products'}`}
        </Button>
        {changes.length > 0 && (
          <Button
            aria-disabled={busy}
            onClick={() => {
              if (busy) return
              rows.discardAll()
              clearMessage()
            }}
          >
            Discard
          </Button>
        )}
        {changes.length > 0 && <UnsavedChanges />}
        <div className="flex min-h-11 items-center">
          <StatusMessage message={message} />
        </div>
      </section>
    </div>
  )
}

/** Enter and the arrow keys move to the next or previous field of the column. */
function moveInColumn(event: KeyboardEvent<HTMLUListElement>) {
  const { key, target, currentTarget, nativeEvent } = event
  const step = key === 'Enter' || key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0 || nativeEvent.isComposing || !(target instanceof HTMLInputElement) || !target.dataset.column) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(`input[data-column="${target.dataset.column}"]`)]
  const next = fields[fields.indexOf(target) + step]
  next?.focus()
  next?.select()
}
