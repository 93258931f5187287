import { isUuid } from '../../database/is-uuid.ts'
import { rejectHeldMoney } from '../../database/money-hold.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { creditReturnedParcel, reducePrice } from '../../tax/credit-notes.ts'
import { recordCashRefund } from './cash-refunds.ts'
import { hasFoundRefund } from './found-refunds.ts'
import { rejectOpenReturn } from './open-returns.ts'
import { type AdministratorRefund, refundPart } from './refunds.ts'

interface OrderRefund extends Omit<AdministratorRefund, 'trx'> {
  /** of an order with an advance; for other orders there is one part only */
  readonly part?: 'online' | 'cash' | undefined
  /** true: the order costs less, on its invoice or by a credit note */
  readonly reducesPrice?: boolean | undefined
}

/**
 * Refunds an order for an administrator, and credits its invoice when the refund reduces its price or its parcel came
 * back. Returns whether cash was paid back.
 * @throws AppError when there is nothing to refund, the amount does not fit, a refund was found at the provider that nobody has reviewed, or
 * money is held after a restore
 */
export function refundOrder({ database, refund }: { database: Database; refund: OrderRefund }): Promise<boolean> {
  const { part, reducesPrice = false, ...rest } = refund
  const { orderId, reason } = rest
  return database.transaction().execute(async (trx) => {
    await rejectHeldMoney({ database: trx })
    await rejectOpenReturn({ trx, orderId })
    if (isUuid(orderId) && (await hasFoundRefund({ trx, orderId }))) throw new AppError('refund_found')
    const cash = part === 'online' ? undefined : await recordCashRefund({ trx, ...rest })
    if (cash === undefined && part === 'cash') throw new AppError('refund_not_possible')
    const amount = cash ?? (await refundPart({ trx, ...rest }))
    await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
    if (reducesPrice) await reducePrice({ trx, orderId, amount, reason })
    await creditReturnedParcel({ trx, orderId })
    return cash !== undefined
  })
}
