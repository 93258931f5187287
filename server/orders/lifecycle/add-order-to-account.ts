import { saveFirstAddress } from '../../accounts/profile/address-book.ts'
import { withShopperLock } from '../../accounts/users/lock-shopper.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordEvent } from '../order/order-events.ts'

interface Addition {
  readonly database: Database
  /** of the order */
  readonly id: string
  readonly userId: string
}

/**
 * Gives a guest's order to an account, whose first address becomes that of the order. Repeating it changes nothing.
 * @throws AppError 404 when there is no such order.
 * @throws AppError 409 when it belongs to another account.
 */
export async function addOrderToAccount({ database, id, userId }: Addition): Promise<void> {
  await withShopperLock({ database, userId }, async ({ trx }) => {
    const order = await trx.selectFrom('orders').select(['user_id', 'delivery_address']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!order) throw new AppError('address_link_invalid')
    if (order.user_id === userId) return
    if (order.user_id !== null) throw new AppError('order_has_account')
    await trx.updateTable('orders').set({ user_id: userId }).where('id', '=', id).execute()
    await recordEvent({ trx, orderId: id, event: 'Added to account', actor: 'shopper', actorId: userId, internal: true })
    await saveFirstAddress({ trx, userId, address: order.delivery_address })
  })
}
