import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import type { Handover } from '#contract/orders/return-states.ts'
import type { CallerReturnRequest } from '#contract/returns/caller-returns.ts'
import type { ReturnableOrder, ReturnPreview, ReturnRequest } from '#contract/returns/returns.ts'
import { presentReturnRule } from '../catalog/product/product-row.ts'
import type { Database } from '../database/schema.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { createPayoutLinks } from '../orders/order/order-links.ts'
import { presentLine } from '../orders/order/present.ts'
import { createTrackingLinks } from '../orders/order/tracking.ts'
import { adminReturnRoutes } from './admin-return-routes.ts'
import { askReturn, previewReturn } from './ask-return.ts'
import { listOfferedItems } from './exchanges/offered-items.ts'
import { takeMoney } from './exchanges/take-money.ts'
import { payoutRoutes } from './payout-routes.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { type ReturnOrder, readReturnOrder } from './read-order.ts'
import { listReturnsOfOrder } from './read-returns.ts'
import type { ReturnDependencies } from './return-dependencies.ts'
import { applyReturnRule, countReturnable, findReturnPeriod, presentGoods, type ReturnPolicies } from './return-rules.ts'
import { transitionReturn } from './transition-return.ts'

/** Requests of one IP with links of mails. */
const linkLimit = { name: 'return-links', points: 60, seconds: 600 }

/** Returns of orders: for their shoppers, for the holders of the links in their mails, and for administrators. */
export function returnRoutes(api: FastifyInstance, options: ReturnDependencies): void {
  const calls = createShopperCalls(options)
  userRoutes(api, calls)
  linkRoutes(api, { ...options, calls })
  callerRoutes(api, calls)
  adminReturnRoutes(api, options)
  payoutRoutes(api, options)
  pictureRoutes(api, options)
}

/** An order, and the shopper to whom it must belong; undefined for the holder of its link. */
interface OrderKey {
  readonly orderId: string
  readonly userId: string | undefined
}

/** An administrator who has opened the link of an order for somebody who has called. */
interface Caller {
  readonly administratorId?: string | undefined
}

interface Request extends OrderKey, Caller {
  readonly key: string | undefined
  readonly body: ReturnRequest & Pick<CallerReturnRequest, 'handover' | 'overruleReason'>
}

interface Preview extends OrderKey {
  readonly body: ReturnPreview & { readonly isOverruled?: boolean }
}

/** Who has done something about a return: the shopper, or the administrator who did it for the shopper. */
function findActor({ row: { user_id: userId }, administratorId }: Caller & Pick<ReturnOrder, 'row'>) {
  if (administratorId !== undefined) return { actor: 'admin', actorId: administratorId } as const
  return { actor: userId === null ? 'guest' : 'shopper', actorId: userId } as const
}

type ShopperCalls = ReturnType<typeof createShopperCalls>

function createShopperCalls({ database, settings, shopSettings, trackingKey, pickups, hasCardPayment, requestMails }: ReturnDependencies) {
  const chooseHandover = (): Handover => (pickups?.current ? 'pickup' : 'send')
  /** Without online payments a fee cannot be paid by a link. */
  const readPolicies = () => {
    const { policies } = shopSettings.current
    return hasCardPayment() ? policies : { ...policies, exchangeFee: 'waived' as const }
  }
  const links = createPayoutLinks({ key: trackingKey })
  // A mail may be forwarded to whom brings the parcel back: where money goes to has a link of its own.
  const list = ({ orderId, userId }: OrderKey) =>
    listReturnsOfOrder({ database, orderId, payoutLinks: userId === undefined ? undefined : links })
  const findShown = async ({ id, ...order }: OrderKey & { id: string }) => {
    const found = (await list(order)).find((each) => each._id === id)
    if (!found) throw new AppError('return_not_found')
    return found
  }
  return {
    async read({ orderId, userId }: OrderKey): Promise<ReturnableOrder> {
      const policies = readPolicies()
      const order = await readReturnOrder({ database, id: orderId, userId })
      const period = findReturnPeriod({ deliveredAt: order.deliveredAt, policies, now: new Date() })
      const offered = await readOffered({ database, order, policies })
      return {
        number: order.row.number,
        orderStatus: order.row.status,
        lastDay: period?.lastDay ?? null,
        isInTime: period?.isInTime ?? false,
        faultLastDay: period?.faultLastDay ?? null,
        isFaultInTime: period?.isFaultInTime ?? false,
        fee: policies.reverseShippingFeeRupees,
        isPaidOnline: order.paidOrder.isPaidOnline,
        ...(offered && { exchange: presentExchangeTerms(policies) }),
        lines: order.lines.map((item) => {
          const returnable = period ? countReturnable({ order, line: item.line }) : 0
          const rule = applyReturnRule({ rule: item.returnRule, exchanges: policies.exchanges, isExchange: order.isExchange })
          const { returnRule: stored, ...shown } = presentLine(item)
          return {
            ...shown,
            ...presentReturnRule(rule),
            line: item.line,
            returnable,
            ...(offered && { offered: offered.get(item.line) ?? [] }),
          }
        }),
        returns: await list({ orderId: order.row.id, userId }),
      }
    },
    async preview({ orderId, userId, body }: Preview) {
      const { kind, lines: chosen, isOverruled = false } = body
      const plan = await previewReturn({ database, orderId, userId, kind, chosen, policies: readPolicies(), isOverruled })
      const { fee, refund, toPay, isFault } = plan
      const amounts = { ...presentGoods(plan), fee: toRupees(fee), refund: toRupees(refund), isFault }
      return kind === 'exchange' ? { ...amounts, toPay: toRupees(toPay) } : amounts
    },
    async ask({ orderId, userId, key, body, administratorId }: Request) {
      const { kind, lines, note, refund, toPay } = body
      const { overruleReason, handover: acceptedWith } = body
      const added = { ...(acceptedWith && { acceptedWith }), ...(overruleReason && { overruleReason }) }
      const claim = {
        scope: `return ${orderId}`,
        key,
        body: { lines, note, refund, ...added, ...(kind === 'exchange' && { kind, toPay }) },
      }
      const amounts = { refund: toPaise(refund), toPay: toPaise(toPay) }
      const maxPercent = shopSettings.current.orders.codProductMaxPercent * settings.LIMITS_FACTOR
      const isOverruled = overruleReason !== undefined
      const terms = { policies: readPolicies(), handover: chooseHandover(), acceptedWith, maxPercent, isOverruled, overruleReason }
      const id = await askReturn({
        database,
        request: { orderId, userId, kind, chosen: lines, note, ...amounts, ...terms, claim, administratorId },
      })
      requestMails()
      const shown = await findShown({ orderId, userId, id })
      if (administratorId !== undefined && shown.state === 'accepted')
        return { message: `Return ${shown.number} is accepted`, return: shown }
      const answered =
        shown.state === 'accepted' ? 'Your exchange is accepted.' : 'We have received your request and will answer it by email.'
      return { message: answered, return: shown }
    },
    async takeMoney({ orderId, userId, administratorId, returnId: id, refund }: OrderKey & Caller & { returnId: string; refund: number }) {
      const { row } = await readReturnOrder({ database, id: orderId, userId })
      await takeMoney({ database, request: { id, orderId: row.id, refund: toPaise(refund), ...findActor({ row, administratorId }) } })
      requestMails()
      return { message: 'You get the money instead.', return: await findShown({ orderId: row.id, userId, id }) }
    },
    async withdraw({ orderId, userId, administratorId, returnId: id }: OrderKey & Caller & { returnId: string }) {
      const { row } = await readReturnOrder({ database, id: orderId, userId })
      await transitionReturn({ database, move: { id, orderId: row.id, to: 'withdrawn', ...findActor({ row, administratorId }) } })
      requestMails()
      return { message: 'Your return is withdrawn.', return: await findShown({ orderId: row.id, userId, id }) }
    },
  }
}

function userRoutes(api: FastifyInstance, calls: ShopperCalls): void {
  defineRoute(api, 'getReturnable', ({ params, request }) => calls.read({ orderId: params.id, userId: requireUser(request).id }))

  defineRoute(api, 'previewReturn', ({ params, body, request }) =>
    calls.preview({ orderId: params.id, userId: requireUser(request).id, body }),
  )

  defineRoute(api, 'askReturn', ({ params, headers, body, request }) =>
    calls.ask({ orderId: params.id.toLowerCase(), userId: requireUser(request).id, key: headers['idempotency-key'], body }),
  )

  defineRoute(api, 'takeMoney', ({ params, body: { refund }, request }) =>
    calls.takeMoney({ orderId: params.id, userId: requireUser(request).id, returnId: params.returnId, refund }),
  )

  defineRoute(api, 'withdrawReturn', ({ params, request }) =>
    calls.withdraw({ orderId: params.id, userId: requireUser(request).id, returnId: params.returnId }),
  )
}

/** What can be exchanged for what; undefined where nothing is exchanged. */
async function readOffered({ database, order, policies }: { database: Database; order: ReturnOrder; policies: ReturnPolicies }) {
  if (policies.exchanges === 'off' || order.isExchange || order.deliveredAt === undefined) return undefined
  return listOfferedItems({ database, lines: order.lines })
}

const presentExchangeTerms = ({ exchangeFee, exchangesSent, reverseShippingFeeRupees }: ReturnPolicies) => ({
  fee: exchangeFee === 'link' ? reverseShippingFeeRupees : 0,
  isSentAtOnce: exchangesSent === 'accepted',
})

/** Returns that an administrator fills in for a customer who has called. */
function callerRoutes(api: FastifyInstance, calls: ShopperCalls): void {
  defineRoute(api, 'getReturnableForCaller', ({ params }) => calls.read({ orderId: params.id, userId: undefined }))

  defineRoute(api, 'previewReturnForCaller', ({ params, body }) => calls.preview({ orderId: params.id, userId: undefined, body }))

  defineRoute(api, 'askReturnForCaller', ({ params, headers, body, request }) => {
    const administratorId = requireUser(request).id
    return calls.ask({ orderId: params.id.toLowerCase(), userId: undefined, administratorId, key: headers['idempotency-key'], body })
  })
}

const findCaller = ({ user }: FastifyRequest): Caller => ({ administratorId: user?.role === 'admin' ? user.id : undefined })

function linkRoutes(api: FastifyInstance, { database, settings, trackingKey, calls }: ReturnDependencies & { calls: ShopperCalls }): void {
  const links = createTrackingLinks({ key: trackingKey })
  const limit = createClientLimit({ ...linkLimit, database, factor: settings.LIMITS_FACTOR })
  const findOrder = async (token: string): Promise<OrderKey> => {
    const orderId = await links.verify({ database, token, purpose: 'return' })
    if (orderId === undefined) throw new AppError('address_link_invalid')
    return { orderId, userId: undefined }
  }

  defineRoute(api, 'findReturnableByLink', async ({ body, request }) => {
    await limit.consume(request)
    return calls.read(await findOrder(body.token))
  })

  defineRoute(api, 'previewReturnByLink', async ({ body, request }) => {
    await limit.consume(request)
    return calls.preview({ ...(await findOrder(body.token)), body })
  })

  defineRoute(api, 'askReturnByLink', async ({ headers, body: { token, ...body }, request }) => {
    await limit.consume(request)
    return calls.ask({ ...(await findOrder(token)), ...findCaller(request), key: headers['idempotency-key'], body })
  })

  defineRoute(api, 'takeMoneyByLink', async ({ body: { token, returnId, refund }, request }) => {
    await limit.consume(request)
    return calls.takeMoney({ ...(await findOrder(token)), ...findCaller(request), returnId, refund })
  })

  defineRoute(api, 'withdrawReturnByLink', async ({ body, request }) => {
    await limit.consume(request)
    return calls.withdraw({ ...(await findOrder(body.token)), ...findCaller(request), returnId: body.returnId })
  })
}
