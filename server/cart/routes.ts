import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clearAddress, findAddress, saveAddress } from '../accounts/profile/address-book.ts'
import { withShopperLock } from '../accounts/users/lock-shopper.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, readClientIpRange, readCookie, requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'
import { createCodeLimit } from '../offers/code-limit.ts'
import { createPersonKeys, type PersonKey } from '../offers/offer-person.ts'
import { saveCartCode, takeCartCode } from './cart-code.ts'
import { addToCart, changeLine, mergeCart, removeLine } from './change-cart.ts'
import { addQuote, quoteCart, readQuotedCart } from './quote-cart.ts'
import { readCart } from './repository.ts'

export interface CartPersonOptions {
  readonly settings: Pick<Settings, 'secure'>
  readonly trackingKey: Buffer
}

/** The shopper of a cart as offers know them, by account and browser. The order adds where it goes. */
export function createCartPersons({ settings: { secure }, trackingKey }: CartPersonOptions): (request: FastifyRequest) => PersonKey {
  const getPersonKey = createPersonKeys({ trackingKey })
  return (request) => getPersonKey({ userId: requireUser(request).id, device: readCookie({ request, name: 'device', secure }) })
}

interface CartRoutesOptions extends CartPersonOptions {
  readonly database: Database
  readonly settings: Pick<Settings, 'LIMITS_FACTOR' | 'secure'>
}

export function cartRoutes(api: FastifyInstance, options: CartRoutesOptions): void {
  const { database } = options
  const findPerson = createCartPersons(options)
  const readShownCart = (request: FastifyRequest) =>
    readQuotedCart({ database, userId: requireUser(request).id, person: findPerson(request) })
  cartOfferRoutes(api, options)

  defineRoute(api, 'addToCart', async ({ body, request }) => {
    const userId = requireUser(request).id
    if (!body.product) throw new AppError('product_id_missing')
    if (!body.size) throw new AppError('size_missing')
    const changed = await addToCart({ database, key: { userId, productId: body.product, size: body.size }, quantity: body.quantity })
    return { message: 'Added to your cart', ...(await addQuote({ database, userId, person: findPerson(request), changed })) }
  })

  defineRoute(api, 'getCart', async ({ request }) => {
    const userId = requireUser(request).id
    const [shown, deliveryAddress] = await Promise.all([readShownCart(request), findAddress({ database, userId })])
    return { ...shown, deliveryAddress }
  })

  defineRoute(api, 'changeCartLine', async ({ params, body, request }) => {
    const userId = requireUser(request).id
    const key = { userId, productId: params.productId, size: body.size ?? null }
    await changeLine({ database, key, quantity: body.quantity, newSize: body.newSize })
    return { ...(await readShownCart(request)) }
  })

  defineRoute(api, 'removeCartLine', async ({ params, request }) => {
    const userId = requireUser(request).id
    await removeLine({ database, key: { userId, productId: params.productId, size: params.size === 'none' ? null : params.size } })
    return { ...(await readShownCart(request)) }
  })

  defineRoute(api, 'mergeCart', async ({ body, headers, request }) => {
    const userId = requireUser(request).id
    const claim = { scope: `merge ${userId}`, key: headers['idempotency-key'], body }
    const notices = await mergeCart({ database, userId, guestItems: body.lines, claim })
    return { ...(await readShownCart(request)), notices }
  })

  defineRoute(api, 'saveDeliveryAddress', async ({ body, request }) => {
    await saveAddress({ database, userId: requireUser(request).id, address: body })
    return { message: 'Delivery details saved', deliveryAddress: body }
  })

  defineRoute(api, 'clearDeliveryAddress', async ({ request }) => {
    await clearAddress({ database, userId: requireUser(request).id })
    return { message: 'Delivery details cleared' }
  })
}

/** The code of a shopper's cart. */
function cartOfferRoutes(api: FastifyInstance, options: CartRoutesOptions): void {
  const { database, settings } = options
  const findPerson = createCartPersons(options)
  const codeLimit = createCodeLimit({ database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'setCartOffer', async ({ body: { code }, request }) => {
    const userId = requireUser(request).id
    const client = { ip: readClientIp(request), ipRange: readClientIpRange(request) }
    const work = async () => {
      const cart = await readCart({ database, userId })
      const person = findPerson(request)
      const { quote, refusal } = await quoteCart({ database, userId, person, cart, code, isEntered: true })
      await withShopperLock({ database, userId }, (shopper) => saveCartCode({ ...shopper, code, isAccepted: !refusal }))
      if (refusal) throw refusal
      return { message: 'The code is in your cart.', quote }
    }
    return codeLimit.run({ client, code, work })
  })

  defineRoute(api, 'removeCartOffer', async ({ request }) => {
    const userId = requireUser(request).id
    await withShopperLock({ database, userId }, takeCartCode)
    const { quote = null } = await readQuotedCart({ database, userId, person: findPerson(request) })
    return { message: 'The code is removed.', quote }
  })
}
