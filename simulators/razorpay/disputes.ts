import { createMalformedIdError, createUnknownIdError } from './api/errors.ts'
import { DISPUTE_RESPONSE_SECONDS } from './assumptions.ts'
import type { Dispute, Payment } from './entities.ts'
import { generateId, isId } from './ids.ts'
import { findPayment } from './payments.ts'
import { SimulatorError, type SimulatorState } from './state.ts'
import { emitEvent } from './webhooks/emit-event.ts'

/** The shopper's bank disputes a captured payment. */
export function openDispute({
  state,
  payment,
  amount = payment.amount,
  reasonCode,
  phase,
}: {
  state: SimulatorState
  payment: Payment
  amount?: number | undefined
  reasonCode: string
  phase: Dispute['phase']
}): Dispute {
  if (!payment.captured || amount > payment.amount) throw new SimulatorError('Only a captured payment can be disputed, up to its amount.')
  const createdAt = state.clock.seconds()
  const dispute: Dispute = {
    id: generateId({ prefix: 'disp' }),
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    reasonCode,
    phase,
    respondBy: createdAt + DISPUTE_RESPONSE_SECONDS,
    createdAt,
    status: 'open',
    amountDeducted: 0,
  }
  state.disputes.set(dispute.id, dispute)
  emitEvent({ state, name: 'payment.dispute.created', payment, dispute })
  scheduleLoss({ state, dispute })
  return dispute
}

/** A dispute that is not answered in time is lost. */
export function scheduleLoss({ state, dispute }: { state: SimulatorState; dispute: Dispute }): void {
  state.clock.schedule({
    seconds: Math.max(dispute.respondBy - state.clock.seconds(), 0),
    run: () => {
      if (dispute.status === 'open') transitionDispute({ state, dispute, to: 'lost' })
    },
  })
}

/** Back to `open` means that the bank asks for more evidence. */
export function transitionDispute({ state, dispute, to }: { state: SimulatorState; dispute: Dispute; to: Dispute['status'] }): void {
  dispute.status = to
  dispute.amountDeducted = to === 'lost' ? dispute.amount : 0
  const payment = findPayment({ state, id: dispute.paymentId })
  emitEvent({ state, name: `payment.dispute.${to === 'open' ? 'action_required' : to}`, payment, dispute })
}

/** Throws for a malformed or unknown id. */
export function findDispute({ state, id }: { state: SimulatorState; id: string }): Dispute {
  if (!isId({ prefix: 'disp', id })) throw createMalformedIdError({ id })
  const dispute = state.disputes.get(id)
  if (!dispute) throw createUnknownIdError()
  return dispute
}
