import type { OrderChange } from '#contract/orders/order-change.ts'
import type { Transaction } from '../../database/schema.ts'
import { changeEvents } from '../../mail/order-mail-copy.ts'
import { skipOrderMails } from '../../mail/outbox.ts'
import { recordEvent } from '../order/order-events.ts'

/** Seconds until a change is mailed: the mail of a later one replaces it. */
const mailDelaySeconds = 60

/** A change that an administrator makes in an order. */
type EditChange = Extract<OrderChange, { kind: keyof typeof changeEvents }>

interface RecordedChange {
  readonly trx: Transaction
  readonly orderId: string
  /** the administrator's id */
  readonly actorId: string
  readonly change: EditChange
}

/** Records what an administrator has changed in an order. Changes within a minute are mailed as one. */
export async function recordChange({ trx, orderId, actorId, change }: RecordedChange): Promise<void> {
  await skipOrderMails({ trx, orderId, events: Object.values(changeEvents) })
  await recordEvent({ trx, orderId, event: changeEvents[change.kind], actor: 'admin', actorId, change, mailDelaySeconds })
}
