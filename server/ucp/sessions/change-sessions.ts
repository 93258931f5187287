import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { CheckoutRequest, NewCheckoutRequest } from '#contract/ucp/checkout-requests.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import type { SessionContent, UcpTables } from '../../database/tables/ucp-tables.ts'
import type { Settings } from '../../kernel/settings.ts'
import { createCodeLimit } from '../../offers/code-limit.ts'
import type { Gateways } from '../../payments/provider/gateways.ts'
import { answerOnce } from '../agents/answer-once.ts'
import type { Agent } from '../agents/read-agent.ts'
import { UcpOutcome } from '../protocol/ucp-error.ts'
import { calculateSession } from './calculate-session.ts'
import { completeSessions } from './complete-sessions.ts'
import { createContinueLinks } from './continue-links.ts'
import { listDeliveryMessages } from './delivery-messages.ts'
import { presentCart, presentCheckout } from './present-session.ts'
import { readCode, readContent } from './session-content.ts'
import { cancelSession, findCheckoutOfCart, findSession, insertSession, type Session, updateContent } from './session-store.ts'

export interface SessionDependencies {
  readonly settings: Pick<Settings, 'PUBLIC_URL' | 'LIMITS_FACTOR'>
  readonly database: Database
  readonly shopSettings: { readonly current: ShopSettings }
  readonly gateways: Gateways
  /** the key from which that of the continue links is derived */
  readonly trackingKey: Buffer
}

type Kind = UcpTables['ucp_sessions']['kind']

/** Who sends a request, and from where. */
export interface Caller {
  readonly agent: Agent
  /** the header `Idempotency-Key` */
  readonly key: string | readonly string[] | undefined
  /** of the shop, such as `https://shop.example` */
  readonly origin: string
  /** whose wrong codes are limited */
  readonly client: { readonly ip: string; readonly ipRange: string }
}

interface SessionRequest {
  readonly caller: Caller
}

export interface Creation extends SessionRequest {
  readonly kind: Kind
  readonly body: NewCheckoutRequest
}

interface Reading extends SessionRequest {
  readonly kind: Kind
  readonly id: string
  /** the assistant wants to complete it: an error if it can not be ordered any more */
  readonly completes?: boolean
}

export interface Change extends SessionRequest {
  readonly kind: Kind
  readonly id: string
  readonly call: 'update' | 'cancel'
  /** of an update */
  readonly body?: CheckoutRequest
}

const notFound = (kind: Kind) =>
  new UcpOutcome({ messages: [{ type: 'error', code: 'not_found', content: `There is no such ${kind}.`, severity: 'unrecoverable' }] })

const noLines = () =>
  new UcpOutcome({
    messages: [{ type: 'error', code: 'invalid_request', content: 'A checkout needs line_items or a cart_id.', severity: 'unrecoverable' }],
  })

const ended = (code: 'checkout_completed' | 'checkout_canceled', content: string) =>
  new UcpOutcome({ messages: [{ type: 'error', code, content, severity: 'unrecoverable' }] })

/** @throws UcpOutcome for a session that cannot be changed any more. */
function requireOpen(session: Session | undefined, kind: Kind): Session {
  if (session?.order) throw ended('checkout_completed', 'The buyer has placed the order of this checkout.')
  const isEnded = !session || session.isCanceled || session.isOver
  if (!session || (kind === 'cart' && isEnded)) throw notFound(kind)
  if (isEnded) throw ended('checkout_canceled', 'This checkout was canceled, or has expired.')
  return session
}

/**
 * Carts and checkouts of assistants. They only say what the shop would say to the shopper: nothing is held, ordered or charged. The shopper takes
 * over by the continue link.
 */
export function createSessionCalls(dependencies: SessionDependencies) {
  const { settings, database, shopSettings, gateways, trackingKey } = dependencies
  const links = createContinueLinks({ key: trackingKey })
  const codeLimit = createCodeLimit({ database, factor: settings.LIMITS_FACTOR })

  async function present({ trx, session, caller }: SessionRequest & { trx: Transaction; session: Session }) {
    const { content, kind } = session
    const shop = shopSettings.current
    const calculated = await calculateSession({ trx, content, shop, paysOnline: gateways.checkout !== undefined })
    const isOpen = !session.order && !session.isCanceled && !session.isOver
    const delivery = isOpen && kind === 'checkout' ? await listDeliveryMessages({ database: trx, content, shop }) : []
    const messages = isOpen ? [...calculated.messages, ...delivery] : []
    const continuePath = isOpen ? links.create(session.id) : undefined
    const presented = { session, calculated, origin: caller.origin, messages, continuePath }
    return { presented, reply: kind === 'cart' ? presentCart(presented) : presentCheckout(presented) }
  }

  /** Wrong codes are limited as in the shop's own carts. */
  const withCode = <Result>({ content, caller, work }: SessionRequest & { content: SessionContent; work: () => Promise<Result> }) =>
    codeLimit.run({ client: caller.client, code: readCode(content), work })

  /** The content with the prices that the reply shows, so that a later reply can say which have changed. */
  async function priceContent({ trx, content }: { trx: Transaction; content: SessionContent }): Promise<SessionContent> {
    const { lines } = await calculateSession({ trx, content, shop: shopSettings.current, paysOnline: false })
    return { ...content, lines: lines.map(({ line, product, price }) => ({ ...line, price: product ? price : null })) }
  }

  const create = ({ kind, body, caller }: Creation) => {
    const { agent, key } = caller
    const write = async (trx: Transaction) => {
      const cart =
        body.cart_id === undefined ? undefined : await findSession({ database: trx, agent, kind: 'cart', id: body.cart_id, locks: true })
      if (body.cart_id !== undefined && (!cart || cart.isCanceled || cart.isOver)) throw notFound('cart')
      const existing = cart && (await findCheckoutOfCart({ trx, cartId: cart.id }))
      if (existing) return (await present({ trx, session: existing, caller })).reply
      const content = await priceContent({ trx, content: toContent({ body, cart }) })
      const session = await insertSession({ trx, agent, kind, content, cartId: cart?.id })
      const { presented, reply } = await present({ trx, session, caller })
      const { lines, messages } = presented.calculated
      const refused = messages.filter((message) => message.type === 'error')
      const [first, ...others] = refused.map((message) => ({ ...message, severity: 'unrecoverable' as const }))
      if (first && lines.every(({ problem }) => problem !== undefined && problem.code !== 'size_missing'))
        throw new UcpOutcome({ messages: [first, ...others] })
      return reply
    }
    const content = body.line_items && body.cart_id === undefined ? readContent({ ...body, line_items: body.line_items }) : undefined
    const work = () => answerOnce({ database, agent, key, call: `create ${kind}`, content: body, work: write })
    return content ? withCode({ content, caller, work }) : work()
  }

  const read = ({ kind, id, caller, completes = false }: Reading) =>
    inTransaction(database, async (trx) => {
      const { agent } = caller
      if (kind === 'checkout' && (await findSession({ database: trx, agent, kind, id }))) await completeSessions({ database: trx, id })
      const session = await findSession({ database: trx, agent, kind, id })
      if (!session || (kind === 'cart' && (session.isCanceled || session.isOver))) throw notFound(kind)
      if (completes && !session.order) requireOpen(session, kind)
      return (await present({ trx, session, caller })).reply
    })

  const change = ({ kind, id, call, body, caller }: Change) => {
    const { agent, key } = caller
    const write = async (trx: Transaction) => {
      if (!(await findSession({ database: trx, agent, kind, id, locks: true }))) throw notFound(kind)
      // The buyer may have ordered since it was read.
      if (kind === 'checkout') await completeSessions({ database: trx, id })
      const session = requireOpen(await findSession({ database: trx, agent, kind, id }), kind)
      if (body) await updateContent({ trx, id, content: await priceContent({ trx, content: readContent(body, session.content) }) })
      else await cancelSession({ trx, id })
      const changed = await findSession({ database: trx, agent, kind, id })
      if (!changed) throw notFound(kind)
      return (await present({ trx, session: changed, caller })).reply
    }
    const content = { id, ...(body && { body }) }
    const work = () => answerOnce({ database, agent, key, call: `${call} ${kind}`, content, work: write })
    return body ? withCode({ content: readContent(body), caller, work }) : work()
  }

  return { create, read, change }
}

/** The content of a new session: its own, or that of the cart it is made from, with the address of the request. */
function toContent({ body, cart }: { body: NewCheckoutRequest; cart: Session | undefined }): SessionContent {
  if (cart) return { ...cart.content, destination: readContent({ line_items: [], fulfillment: body.fulfillment }).destination }
  if (!body.line_items) throw noLines()
  return readContent({ ...body, line_items: body.line_items })
}
