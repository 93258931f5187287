import { useState } from 'react'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { OrderEditProps } from './order-edit-props.ts'

/** Whether documents cannot print the name of the buyer. */
const needsLatinName = ({ packingWarnings = [], invoiceProblem }: AdminOrderDetail): boolean =>
  packingWarnings.includes('letters') || invoiceProblem === 'letters'

/** Asks for the name that the invoice has where its fonts lack letters of the address. */
export function LatinName({ order, onChange, onStale, onEdit }: OrderEditProps) {
  const { _id: id, version, documentName } = order
  const [name, setName] = useState('')
  const { busy, message, run } = useAction(onStale)
  if (!needsLatinName(order)) return documentName === undefined ? null : <p className="text-sm">Name on documents: {documentName}</p>
  const save = () =>
    run(
      () => callSignedIn('POST /order/admin/:id/document-name', { params: { id }, body: { name, version } }),
      (reply) => {
        onEdit(false)
        onChange(reply.order)
      },
    )
  return (
    <form
      noValidate
      aria-label="Name for the invoice"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') save()
      }}
    >
      <TextField
        label="Name in Latin letters needed for the invoice"
        hint="As the customer writes it. The label keeps the name of the address."
        maxLength={120}
        value={name}
        onChange={({ currentTarget: { value } }) => {
          setName(value)
          onEdit(value.trim() !== '')
        }}
      />
      <StatusMessage message={message} />
      <Button type="submit" className="w-fit" aria-disabled={busy || name.trim() === ''}>
        {busy ? 'Saving…' : 'Save the name'}
      </Button>
    </form>
  )
}
