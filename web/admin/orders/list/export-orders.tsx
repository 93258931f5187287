import { useState } from 'react'
import type { CallInput } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { ExportRows } from '#contract/orders/order-export.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ExportDialog } from '../../kit/export-dialog.tsx'
import { formatCounted } from '../../kit/list-frame.tsx'
import { Needs } from '../../kit/needs.tsx'

const rowTexts: Record<ExportRows, string> = { items: 'A row for each item', orders: 'A row for each order' }

interface ExportOrdersProps {
  /** the orders of the list */
  filter: Omit<CallInput<'GET /order/admin/export'>['query'] & object, 'rows'>
  total: number
  hasMore?: boolean | undefined
}

/** Downloads the orders of a list as CSV. */
export function ExportOrders({ filter, total, hasMore }: ExportOrdersProps) {
  const [isOpen, setOpen] = useState(false)
  const download = (rows: ExportRows) =>
    downloadSignedIn({
      route: 'GET /order/admin/export',
      input: { query: { ...filter, rows } },
      fileName: `orders-${toIndianDay()}.csv`,
    })
  return (
    <Needs right="exports">
      <Button className="text-sm sm:min-h-10" disabled={total === 0} onClick={() => setOpen(true)}>
        Export CSV
      </Button>
      {isOpen && (
        <ExportDialog title="Export orders" legend="Rows" choices={rowTexts} download={download} onClose={() => setOpen(false)}>
          <p>
            {total === 1 ? 'The order' : `All ${formatCounted(total, hasMore)} orders`} of this list with names, addresses and phone
            numbers. Keep the file safe, and delete it when you no longer need it.
          </p>
        </ExportDialog>
      )}
    </Needs>
  )
}
