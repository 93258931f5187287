import type { CallReply } from '#contract/contract.ts'
import type { OrderAction } from '#contract/orders/order-links.ts'
import type { Call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'

/** An action with a token of its own. */
export interface OfferedAction {
  readonly action: OrderAction
  readonly token: string
}

/** What the form of an action needs to know. A new action has a row here, in `loadTarget`, and in `ActionForm`. */
export type ActionTarget =
  | { readonly action: 'confirm'; readonly order: CallReply<'POST /order/confirmation/find'> }
  | { readonly action: 'pay'; readonly order: CallReply<'POST /order/payment/find'> }
  | { readonly action: 'address'; readonly order: CallReply<'POST /order/address/find'> }
  | { readonly action: 'return'; readonly order: CallReply<'POST /order/returns/find'> }
  | { readonly action: 'refund'; readonly payout: CallReply<'POST /payouts/find'> }
  | { readonly action: 'account'; readonly order: CallReply<'POST /order/account/find'> }

/** Either what the form shows, or why nothing can be done. */
export interface LoadedAction extends OfferedAction {
  readonly target: ActionTarget | undefined
  readonly error: string | undefined
}

async function loadTarget({ call, action, token }: OfferedAction & { call: Call }): Promise<ActionTarget> {
  const input = { body: { token } }
  switch (action) {
    case 'confirm':
      return { action, order: await call('POST /order/confirmation/find', input) }
    case 'pay':
      return { action, order: await call('POST /order/payment/find', input) }
    case 'address':
      return { action, order: await call('POST /order/address/find', input) }
    case 'return':
      return { action, order: await call('POST /order/returns/find', input) }
    case 'refund':
      return { action, payout: await call('POST /payouts/find', input) }
    case 'account':
      return { action, order: await call('POST /order/account/find', input) }
  }
}

/** Asks whether something can be done with an order now. Failures are returned as text. */
export async function loadAction({ call, action, token }: OfferedAction & { call: Call }): Promise<LoadedAction> {
  try {
    return { action, token, target: await loadTarget({ call, action, token }), error: undefined }
  } catch (error) {
    return { action, token, target: undefined, error: describeFailure(error) }
  }
}
