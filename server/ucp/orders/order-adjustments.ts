import type { ReturnState } from '#contract/orders/return-states.ts'
import type { AgentOrder } from './read-order.ts'

/** A change of an order besides its delivery, as the protocol has it. */
export interface OrderAdjustment {
  readonly id: string
  readonly type: 'cancellation' | 'refund' | 'return' | 'exchange'
  readonly occurred_at: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[]
  /** paise */
  readonly totals?: readonly { readonly type: 'total'; readonly amount: number }[]
}

const states: Readonly<Partial<Record<ReturnState, 'completed' | 'failed'>>> = {
  settled: 'completed',
  declined: 'failed',
  withdrawn: 'failed',
  'not received': 'failed',
}

/** What has changed an order besides its delivery: cancellations, removed items, returns and refunds. Reductions are below 0. */
export function listAdjustments(order: AgentOrder): OrderAdjustment[] {
  const ofEvents = order.history.flatMap(({ id, event, happened_at, amount_paise: amount, change }): OrderAdjustment[] => {
    const shared = { id, occurred_at: happened_at.toISOString(), status: 'completed' } as const
    if (event === 'Cancelled') {
      const lines = order.lines.map(({ line, quantity }) => ({ id: String(line), quantity: -quantity }))
      return [{ ...shared, type: 'cancellation', line_items: lines }]
    }
    if (change?.kind === 'items') {
      const { item, quantity } = change
      const lines = [{ id: String(item.line), quantity: quantity.after - quantity.before }]
      return [{ ...shared, type: 'cancellation', line_items: lines }]
    }
    if (event === 'Refunded' && amount !== null) return [{ ...shared, type: 'refund', totals: [{ type: 'total', amount: -amount }] }]
    return []
  })
  const ofReturns = order.returns.map(
    ({ id, kind, state, asked_at, settled_at, lines }): OrderAdjustment => ({
      id,
      type: kind === 'exchange' ? 'exchange' : 'return',
      occurred_at: (settled_at ?? asked_at).toISOString(),
      status: states[state] ?? 'pending',
      line_items: lines.map(({ line, quantity }) => ({ id: String(line), quantity: -quantity })),
    }),
  )
  return [...ofEvents, ...ofReturns].toSorted((a, b) => a.occurred_at.localeCompare(b.occurred_at))
}
