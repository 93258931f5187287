import type { OrderAction, OrderPage } from '#contract/orders/order-links.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  createAccountLinks,
  createAddressLinks,
  createConfirmationLinks,
  createDeliveryLinks,
  createPaymentLinks,
  createPayoutLinks,
} from './order-links.ts'
import { createTrackingLinks } from './tracking.ts'

interface NewToken {
  readonly action: OrderAction
  /** of the order; of the payout for a refund */
  readonly id: string
  readonly revision: number
}

/** The tokens that open the page of an order. Each purpose has its own key and end. */
export function createPageLinks({ key }: { key: Buffer }) {
  const trackingLinks = createTrackingLinks({ key })
  const links = {
    confirm: createConfirmationLinks({ key }),
    pay: createPaymentLinks({ key }),
    address: createAddressLinks({ key }),
    deliver: createDeliveryLinks({ key }),
    account: createAccountLinks({ key }),
    refund: createPayoutLinks({ key }),
  }
  const purposes = Object.keys(links) as (keyof typeof links)[]

  return {
    create({ action, id, revision }: NewToken): string {
      if (action === 'return') return trackingLinks.create({ orderId: id, purpose: 'return', revision })
      return links[action].createToken(id, { revision })
    },
    /**
     * What a token is for, and the id of its order.
     * @throws AppError 404 for a token that this server has not signed.
     * @throws AppError 410 for an expired or revoked token.
     */
    async verify({ database, token }: { database: Database; token: string }): Promise<{ purpose: OrderPage['purpose']; orderId: string }> {
      const purpose = purposes.find((each) => links[each].isSigned(token))
      if (purpose === undefined) {
        const tracked = trackingLinks.findPurpose(token)
        if (tracked === undefined) throw new AppError('address_link_invalid')
        const orderId = await trackingLinks.verify({ database, token, purpose: tracked })
        if (orderId === undefined) throw new AppError('address_link_expired')
        return { purpose: tracked, orderId }
      }
      const id = await links[purpose].verify({ database, token })
      return { purpose, orderId: purpose === 'refund' ? await findOrderOfPayout({ database, id }) : id }
    },
  }
}

export type PageLinks = ReturnType<typeof createPageLinks>

async function findOrderOfPayout({ database, id }: { database: Database; id: string }): Promise<string> {
  const payout = await database.selectFrom('payouts').select('order_id').where('id', '=', id).executeTakeFirst()
  if (!payout) throw new AppError('address_link_invalid')
  return payout.order_id
}
