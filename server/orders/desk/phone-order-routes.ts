import type { FastifyInstance } from 'fastify'
import { minCardRupees } from '#contract/kernel/business.ts'
import { paise, toPaise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Transaction } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireRight, requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import { createAdminDetail } from '../desk/admin-detail.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { placeOrder } from '../placing/place-order.ts'
import { toChannelReferral } from '../placing/referral.ts'
import { deleteDraft } from './order-drafts.ts'
import { toOwnersError } from './phone-order-errors.ts'
import { buildWalkInAddress, type PhoneOrderBody, readEnteredOrder } from './read-phone-order.ts'

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

/** Orders that administrators enter: by phone, at a fair or in a store. */
export function phoneOrderRoutes(api: FastifyInstance, dependencies: OrderDependencies): void {
  const { database, shopSettings, hasCardPayment, payments, requestMails } = dependencies
  const readDetail = createAdminDetail(dependencies)

  defineRoute(api, 'placePhoneOrder', async ({ body, headers, request }) => {
    const { payment, account, totalPrice, discount, note, isGift, channel } = body
    const administratorId = requireUser(request).id
    if (discount) requireRight(request, 'prices')
    if (payment === 'link' && !hasCardPayment()) throw new AppError('payment_link_off')
    if (payment === 'link' && totalPrice < minCardRupees) throw new AppError('payment_link_too_small')
    const takenBy = readEnteredOrder({ body, payments, administratorId })
    const {
      order: { _id: id, number },
    } = await placeOrder({
      database,
      reservation: undefined,
      order: {
        kind: account === undefined ? 'guest' : 'cod',
        userId: account ?? null,
        deliveryAddress: body.deliveryAddress ?? buildWalkInAddress({ buyer: body.buyer, shop: shopSettings.current.shop }),
        note,
        isGift,
        referral: channel && toChannelReferral(channel),
        claim: { scope: `admin ${administratorId}`, key: headers['idempotency-key'], body },
        takenBy,
        policies: shopSettings.current.policies,
        takeItems: async (trx) => {
          if (body.draft !== undefined) await deleteDraft({ database: trx, id: body.draft })
          if (account !== undefined) await lockAccount({ trx, id: account })
          const agreedDiscount = discount && toAgreed({ ...discount, administratorId })
          return { items: body.products.map(toItem), expectedTotal: toPaise(totalPrice), agreedDiscount }
        },
      },
    }).catch((error: unknown) => {
      throw toOwnersError(error)
    })
    requestMails()
    return { message: `Order ${number} is placed`, order: await readDetail(id) }
  })
}

const toItem = ({ product, size, quantity }: PhoneOrderBody['products'][number]) => ({ productId: product.toLowerCase(), size, quantity })
