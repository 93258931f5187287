import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import type { NotPrinted } from '#contract/orders/courier-bookings-calls.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { saveFile } from '../../../api/save-file.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

type CourierFile = CallReply<'POST /order/admin/courier-labels'>

const decode = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Saves the labels and the manifest that the courier makes for the booked parcels of a selection. */
export function CourierFiles({ orders }: { orders: readonly PrintedOrder[] }) {
  const [leftOut, setLeftOut] = useState<readonly NotPrinted[]>([])
  const { busy, message, run } = useAction()
  const numbers = orders.filter(({ isBooked }) => isBooked).map(({ number }) => number)
  const body = { numbers }
  const save = ({ pdf, printed, leftOut: missing }: CourierFile, name: string) => {
    setLeftOut(missing)
    if (pdf === null) return { message: 'None of them can be printed.', isError: true }
    saveFile({ name: `${name}.pdf`, blob: new Blob([decode(pdf)], { type: 'application/pdf' }) })
    return { message: `${printed.length === 1 ? '1 parcel is' : `${printed.length} parcels are`} in the file ${name}.pdf.` }
  }
  const saveLabels = () =>
    run(async () => {
      const file = await callSignedIn('POST /order/admin/courier-labels', { body })
      // As when labels are printed here: without an answer, a job issues the invoices later.
      if (file.printed.length > 0)
        await callSignedIn('POST /order/admin/print', { body: { numbers: file.printed, issueInvoices: true } }).catch(() => {})
      return save(file, 'courier-labels')
    })
  const saveManifest = () => run(async () => save(await callSignedIn('POST /order/admin/courier-manifest', { body }), 'courier-manifest'))
  return (
    <section aria-label="Labels of the courier" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-soft">
          {numbers.length === 1 ? '1 parcel is' : `${numbers.length} parcels are`} booked: the courier has labels with barcodes for them.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button aria-disabled={busy} onClick={() => !busy && saveLabels()}>
            Save the courier’s labels
          </Button>
          <Button aria-disabled={busy} onClick={() => !busy && saveManifest()}>
            Save the manifest
          </Button>
        </div>
      </div>
      {leftOut.length > 0 && (
        <ul aria-label="Not in the file" className="list-disc pl-5 text-sm font-medium text-bad">
          {leftOut.map(({ number, reason }) => (
            <li key={number}>
              {number}: {reason}
            </li>
          ))}
        </ul>
      )}
      <StatusMessage message={busy ? undefined : message} />
    </section>
  )
}
