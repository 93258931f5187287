import { useState } from 'react'
import type { CallInput } from '#contract/contract.ts'
import type { ExportRows } from '#contract/orders/order-export.ts'
import { downloadSignedIn } from '../../../auth/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { formatToday } from '../../shared/format-time.ts'
import { StatusMessage, useAction } from '../../shared/use-action.tsx'

const rowTexts: Record<ExportRows, string> = { items: 'A row for each item', orders: 'A row for each order' }

interface ExportOrdersProps {
  /** the orders of the list */
  filter: Omit<CallInput<'GET /order/admin/export'>['query'] & object, 'rows'>
  total: number
}

/** Downloads the orders of a list as CSV. */
export function ExportOrders({ filter, total }: ExportOrdersProps) {
  const [isOpen, setOpen] = useState(false)
  const [rows, setRows] = useState<ExportRows>('items')
  const { busy, message, run, clearMessage } = useAction()
  const download = async () => {
    await downloadSignedIn({
      route: 'GET /order/admin/export',
      input: { query: { ...filter, rows } },
      fileName: `orders-${formatToday()}.csv`,
    })
    setOpen(false)
    return { message: 'The file is saved.' }
  }
  return (
    <>
      <Button
        className="text-sm sm:min-h-10"
        disabled={total === 0}
        onClick={() => {
          clearMessage()
          setOpen(true)
        }}
      >
        Export CSV
      </Button>
      {isOpen && (
        <Dialog open title="Export orders" onClose={() => setOpen(false)}>
          <p>
            {total === 1 ? 'The order' : `All ${total.toLocaleString('en-IN')} orders`} of this list with names, addresses and phone
            numbers. Keep the file safe, and delete it when you no longer need it.
          </p>
          <fieldset className="flex flex-col">
            <legend className="font-semibold">Rows</legend>
            {(Object.keys(rowTexts) as ExportRows[]).map((name) => (
              <label key={name} className="flex min-h-11 items-center gap-3">
                <input type="radio" name="rows" checked={rows === name} onChange={() => setRows(name)} className="size-5 accent-ink" />
                {rowTexts[name]}
              </label>
            ))}
          </fieldset>
          <StatusMessage message={message} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => setOpen(false)}>Go back</Button>
            <Button variant="ink" aria-disabled={busy} onClick={() => run(download)}>
              {busy ? 'Preparing…' : 'Download'}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
