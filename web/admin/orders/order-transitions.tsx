import { useRef, useState } from 'react'
import type { OrderStatus } from '#contract/order-status.ts'
import type { AdminOrderDetail } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { describeError } from '../use-resource.ts'
import { isEnding, transitionLabels } from './order-text.ts'

export interface OrderTransitionsProps {
  order: AdminOrderDetail
  onMoved: (order: AdminOrderDetail) => void
  /** somebody else has moved it meanwhile */
  onStale: () => void
}

/** Where the order stands and where it can go. The state that is on the screen goes along, so that a stale screen moves nothing. */
export function OrderTransitions({ order, onMoved, onStale }: OrderTransitionsProps) {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<OrderStatus>()
  const [news, setNews] = useState<{ words: string; bad: boolean }>()
  const place = useRef<HTMLParagraphElement>(null)

  const move = async (to: OrderStatus) => {
    if (busy) return
    setBusy(true)
    setNews(undefined)
    try {
      const reply = await callSignedIn('transitionOrder', {
        params: { id: order._id },
        body: { to, from: order.orderStatus as OrderStatus },
      })
      onMoved(reply.order)
      setNews({ words: reply.message, bad: false })
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 409) onStale()
      setNews({ words: describeError(problem), bad: true })
    } finally {
      setBusy(false)
      setAsking(undefined)
      // The button that was pressed may be gone with the state it led out of.
      place.current?.focus()
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <p ref={place} tabIndex={-1} className="text-lg outline-none">
        <span className="text-soft">Status</span> <span className="font-semibold">{order.orderStatus}</span>
      </p>
      {order.moves.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {order.moves.map((to, index) => (
            <Button
              key={to}
              variant={index === 0 && !isEnding(to) ? 'primary' : 'outline'}
              aria-disabled={busy}
              onClick={() => (isEnding(to) ? setAsking(to) : move(to))}
            >
              {transitionLabels[to]}
            </Button>
          ))}
        </div>
      )}
      <p role="status" className={`font-medium empty:hidden ${news?.bad ? 'text-bad' : 'text-good'}`}>
        {news?.words}
      </p>
      {asking && (
        <ConfirmDialog
          title={screenTexts.deleteQuestion}
          text={`${transitionLabels[asking]}: ${screenTexts.deleteWarning} The pieces go back to the stock${order.paymentStatus === 'Paid' ? ', and what was paid is sent back.' : '.'}`}
          action={transitionLabels[asking]}
          busy={busy}
          onConfirm={() => move(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
