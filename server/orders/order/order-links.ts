import { createHmac, timingSafeEqual } from 'node:crypto'
import { accountLinkDays, addressLinkDays, confirmationLinkDays, deliveryLinkDays } from '#contract/kernel/business.ts'
import { buildOrderPagePath } from '#contract/orders/order-page-path.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { readLinkRevision } from './tracking.ts'

const dayMs = 86_400_000

interface LinkPurpose {
  /** what the links' own key is derived for */
  readonly purpose: string
  readonly days: number
  /** the revision of the links of an order, by the id in a token; undefined for an unknown one. Another one revokes the token. */
  readonly readRevision?: (subject: { database: Database; orderId: string }) => Promise<number | undefined>
}

interface LinkTerms {
  /** of the links of the order; the token of the first one has no number */
  readonly revision?: number
  readonly issuedAt?: number
}

/** Signed links to the page of one order, for one change of it. Unlike a tracking link they expire and have a key of their own. */
function createOrderLinks({ key, purpose, days, readRevision = readLinkRevision }: LinkPurpose & { key: Buffer }) {
  const linkKey = createHmac('sha256', key).update(purpose).digest()
  const sign = (payload: string) => `${payload}.${createHmac('sha256', linkKey).update(payload).digest('base64url')}`
  /** Whether a token is one of these links, also when it has expired. */
  const isSigned = (token: string): boolean => {
    const payload = token.split('.').slice(0, -1).join('.')
    const [actual, expected] = [Buffer.from(token), Buffer.from(sign(payload))]
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
  /** The same for a day, so that reading an order twice gives the same reply. */
  const createToken = (orderId: string, { revision = 0, issuedAt = Date.now() }: LinkTerms = {}): string =>
    sign([orderId, Math.floor(issuedAt / dayMs) + days, ...(revision > 0 ? [revision] : [])].join('.'))
  return {
    isSigned,
    createToken,
    /** The path of the order's page with a new token. */
    create: (orderId: string, terms?: LinkTerms): string => buildOrderPagePath(createToken(orderId, terms)),
    /**
     * Returns the order's id.
     * @throws AppError 404 for a token that this server has not signed.
     * @throws AppError 410 for an expired or revoked token.
     */
    async verify({ database, token }: { database: Database; token: string }): Promise<string> {
      if (!isSigned(token)) throw new AppError('address_link_invalid')
      const [orderId = '', lastDay = '', ...more] = token.split('.')
      if (Number(lastDay) < Math.floor(Date.now() / dayMs)) throw new AppError('address_link_expired')
      const current = await readRevision({ database, orderId })
      if (current !== undefined && current !== (more.length > 1 ? Number(more[0]) : 0)) throw new AppError('address_link_expired')
      return orderId
    },
  }
}

export type OrderLinks = ReturnType<typeof createOrderLinks>

/** Links by which a shopper completes the address of an order. */
export const createAddressLinks = ({ key }: { key: Buffer }): OrderLinks =>
  createOrderLinks({ key, purpose: 'address-links', days: addressLinkDays })

/** Links by which a shopper says what the courier is to do with a parcel that it could not deliver. */
export const createDeliveryLinks = ({ key }: { key: Buffer }): OrderLinks =>
  createOrderLinks({ key, purpose: 'delivery-links', days: deliveryLinkDays })

/** Links by which an order on delivery is paid online, by its shopper or somebody else. They neither confirm nor cancel it. */
export const createPaymentLinks = ({ key }: { key: Buffer }): OrderLinks =>
  createOrderLinks({ key, purpose: 'order-payment-links', days: confirmationLinkDays })

/** Links by which a shopper confirms or cancels an order that is not confirmed. */
export const createConfirmationLinks = ({ key }: { key: Buffer }): OrderLinks =>
  createOrderLinks({ key, purpose: 'confirmation-links', days: confirmationLinkDays })

/** Links by which a shopper adds a guest's order to an account. */
export const createAccountLinks = ({ key }: { key: Buffer }): OrderLinks =>
  createOrderLinks({ key, purpose: 'account-links', days: accountLinkDays })

/** Links by which a shopper says where a refund is transferred to. They name the payout, and nothing but mails, the order page and administrators has them. */
export const createPayoutLinks = ({ key }: { key: Buffer }): OrderLinks =>
  createOrderLinks({ key, purpose: 'payout-links', days: payoutLimits.linkDays, readRevision: readPayoutRevision })

async function readPayoutRevision({ database, orderId: payoutId }: { database: Database; orderId: string }): Promise<number | undefined> {
  const payout = await database
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .select('link_revision')
    .where('payouts.id', '=', payoutId)
    .executeTakeFirst()
  return payout?.link_revision
}
