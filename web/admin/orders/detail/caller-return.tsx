import { useMemo, useState } from 'react'
import { readOrderPageToken } from '#contract/orders/order-page-path.ts'
import { ReturnForm } from '../../../orders/returns/return-form.tsx'
import { createCallerSource } from '../../../orders/returns/return-source.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawerSection, LoadError } from '../../kit/drawer.tsx'
import { useResource } from '../../kit/use-resource.ts'
import type { OrderFormProps } from './order-part.ts'

/** Starts a return or an exchange for a customer who has called. Nothing for an order that is not delivered. */
export function CallerReturn({ order, onStale, onEdit }: Omit<OrderFormProps, 'onChange'>) {
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState<string>()
  const { _id: id, returnLink } = order
  if (returnLink === undefined) return null
  const toggle = (open: boolean) => {
    setOpen(open)
    setMessage(undefined)
    onEdit(open)
  }
  const finish = (text: string) => {
    toggle(false)
    setMessage(text)
    onStale()
  }
  return (
    <DrawerSection title="Return or exchange">
      <p className="text-sm text-soft">
        For a customer who has called. The history of the order names you, and the customer gets the usual emails.
      </p>
      <Button aria-expanded={isOpen} className="self-start" onClick={() => toggle(!isOpen)}>
        {isOpen ? 'Close the form' : 'Start a return'}
      </Button>
      <p role="status" className="font-medium text-good empty:hidden">
        {message}
      </p>
      {isOpen && <CallerForm id={id} returnLink={returnLink} onAsked={finish} />}
    </DrawerSection>
  )
}

const load = (id: string) => callSignedIn('GET /order/admin/:id/returnable', { params: { id } })

interface CallerFormProps {
  id: string
  returnLink: string
  onAsked: (message: string) => void
}

function CallerForm({ id, returnLink, onAsked }: CallerFormProps) {
  const { data: returnable, error, reload } = useResource({ id, load })
  const token = readOrderPageToken(returnLink)
  const source = useMemo(() => createCallerSource({ orderId: id, token }), [id, token])
  if (returnable === undefined)
    return error === undefined ? <p className="delayed text-soft">Loading…</p> : <LoadError error={error} onRetry={reload} />
  const canReturn = returnable.isFaultInTime && returnable.lines.some(({ returnable: pieces }) => pieces > 0)
  if (!canReturn) return <p>All items of this order are returned already, or can no longer be returned.</p>
  return <ReturnForm order={returnable} source={source} isForCaller onAsked={onAsked} />
}
