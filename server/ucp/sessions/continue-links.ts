import { createHmac, timingSafeEqual } from 'node:crypto'
import { cartLinkPath } from '#contract/cart/cart-link.ts'
import { isUuid } from '../../database/is-uuid.ts'

/** Signed links by which a buyer takes over the cart or checkout of an assistant. They are valid as long as the session. */
export function createContinueLinks({ key }: { key: Buffer }) {
  const linkKey = createHmac('sha256', key).update('ucp-continue-links').digest()
  const sign = (id: string): Buffer => createHmac('sha256', linkKey).update(id).digest()
  const createToken = (id: string): string => `${id}.${sign(id).toString('base64url')}`
  return {
    createToken,
    /** the path of the page with the items */
    create: (id: string): string => `${cartLinkPath}?${new URLSearchParams({ session: createToken(id) })}`,
    /** The id of the session; undefined for a token that this shop has not signed. */
    verify: (token: string): string | undefined => {
      const [id = '', signature = ''] = token.split('.')
      const [actual, expected] = [Buffer.from(signature, 'base64url'), sign(id)]
      return isUuid(id) && actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined
    },
  }
}
