import type { FastifyInstance } from 'fastify'
import { minCardRupees } from '#contract/kernel/business.ts'
import { paise, toPaise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Transaction } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import { createAdminDetail } from '../desk/admin-detail.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { placeOrder } from '../placing/place-order.ts'

/** Locks the account of a shopper, so that it is not deleted before the order is placed. Throws `AppError` (404). */
async function lockAccount({ trx, id }: { trx: Transaction; id: string }): Promise<void> {
  const shoppers = trx.selectFrom('users').select('id').where('role', '=', 'user')
  const found = isUuid(id) && (await shoppers.where('id', '=', id).forKeyShare().executeTakeFirst())
  if (!found) throw new AppError('user_not_found')
}

interface AgreedDiscount {
  /** rupees */
  readonly amount: number
  readonly reason: string
  readonly administratorId: string
}

const toAgreed = ({ amount, reason, administratorId }: AgreedDiscount): Adjustment => ({
  line: null,
  kind: 'discount',
  source: 'agreed',
  labelCode: reason,
  amount: paise(-toPaise(amount)),
  data: { by: administratorId },
})

/** Orders that administrators take by phone. */
export function phoneOrderRoutes(api: FastifyInstance, dependencies: OrderDependencies): void {
  const { database, shopSettings, hasCardPayment, requestMails } = dependencies
  const readDetail = createAdminDetail(dependencies)

  defineRoute(api, 'placePhoneOrder', async ({ body, headers, request }) => {
    const { products, payment, account, deliveryAddress, totalPrice, discount, note, isGift } = body
    const administratorId = requireUser(request).id
    if (payment === 'link' && !hasCardPayment) throw new AppError('card_payment_off')
    if (payment === 'link' && totalPrice < minCardRupees) throw new AppError('amount_too_small')
    const items = products.map(({ product, size, quantity }) => ({ productId: product.toLowerCase(), size, quantity }))
    const {
      order: { _id: id, number },
    } = await placeOrder({
      database,
      reservation: undefined,
      order: {
        kind: account === undefined ? 'guest' : 'cod',
        userId: account ?? null,
        deliveryAddress,
        note,
        isGift,
        claim: { scope: `admin ${administratorId}`, key: headers['idempotency-key'], body },
        takenBy: { administratorId, payment },
        policies: shopSettings.current.policies,
        takeItems: async (trx) => {
          if (account !== undefined) await lockAccount({ trx, id: account })
          return { items, expectedTotal: toPaise(totalPrice), agreedDiscount: discount && toAgreed({ ...discount, administratorId }) }
        },
      },
    }).catch((error: unknown) => {
      // Its text is for shoppers.
      throw error instanceof AppError && error.code === 'prices_changed' ? new AppError('quote_changed') : error
    })
    requestMails()
    return { message: `Order ${number} is placed`, order: await readDetail(id) }
  })
}
