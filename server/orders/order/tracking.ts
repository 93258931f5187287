import { createHmac, timingSafeEqual } from 'node:crypto'
import { mailedLinks } from '#contract/kernel/limits/mailed-links.ts'
import { cleanTyped } from '#contract/kernel/typed-numbers.ts'
import { buildOrderPagePath } from '#contract/orders/order-page-path.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'

const dayMs = 86_400_000

/** What a link in a mail is for. `track`: the order and its documents; `return`: its returns, exchanges and their photos. */
type LinkPurpose = 'track' | 'return'

interface LinkTerms {
  readonly orderId: string
  readonly purpose: LinkPurpose
  /** of the order: a higher one revokes the links with this one */
  readonly revision: number
}

const isEqual = (one: string, other: string): boolean => {
  const [actual, expected] = [Buffer.from(one), Buffer.from(other)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Signed tokens for the links in mails: a token gives access to one order for one purpose, and only mails and administrators have it. */
export function createTrackingLinks({ key }: { key: Buffer }) {
  const linkKey = createHmac('sha256', key).update('mailed-links').digest()
  const sign = (payload: string) => `${payload}.${createHmac('sha256', linkKey).update(payload).digest('base64url')}`
  const createOld = (orderId: string): string => `${orderId}.${createHmac('sha256', key).update(orderId).digest('base64url')}`

  /** The terms of a token that this shop has signed for this purpose, and that has not ended. */
  function read(token: string, purpose: LinkPurpose): Omit<LinkTerms, 'purpose'> | undefined {
    const parts = token.split('.')
    if (parts.length === 2) {
      const [orderId = ''] = parts
      return isEqual(token, createOld(orderId)) ? { orderId, revision: 0 } : undefined
    }
    const [signedFor, orderId = '', revision, lastDay] = parts
    if (signedFor !== purpose || !isEqual(token, sign(parts.slice(0, 4).join('.')))) return undefined
    return Number(lastDay) < Math.floor(Date.now() / dayMs) ? undefined : { orderId, revision: Number(revision) }
  }

  /** The purpose of a token, also of an expired one; undefined for a token that this shop has not signed. */
  function findPurpose(token: string): LinkPurpose | undefined {
    const parts = token.split('.')
    const [first = ''] = parts
    if (parts.length === 2) return isEqual(token, createOld(first)) ? 'track' : undefined
    const isSigned = isEqual(token, sign(parts.slice(0, 4).join('.')))
    return isSigned && (first === 'track' || first === 'return') ? first : undefined
  }

  return {
    findPurpose,
    /** The same for a day. */
    create({ orderId, purpose, revision }: LinkTerms, issuedAt = Date.now()): string {
      return sign([purpose, orderId, revision, Math.floor(issuedAt / dayMs) + mailedLinks.days].join('.'))
    },
    /** A token as mails had it until November 2026, for both purposes. New ones are not made; it ends when the links of its order are revoked. */
    createOld,
    /** The order's id; undefined when the signature or the purpose is wrong, or when the token has ended or is revoked. */
    async verify({ database, token, purpose }: { database: Database; token: string; purpose: LinkPurpose }): Promise<string | undefined> {
      const terms = read(token, purpose)
      if (!terms || !isUuid(terms.orderId)) return undefined
      const revision = await readLinkRevision({ database, orderId: terms.orderId })
      return revision === terms.revision ? terms.orderId : undefined
    },
  }
}

/** The pages that follow and return an order, as mails and administrators have them. */
export function buildOrderPaths({ links, orderId, revision }: { links: TrackingLinks; orderId: string; revision: number }) {
  const build = (purpose: LinkPurpose) => buildOrderPagePath(links.create({ orderId, purpose, revision }))
  return { tracking: build('track'), return: build('return') }
}

export type TrackingLinks = ReturnType<typeof createTrackingLinks>

/** The revision that new links of an order name; undefined for an unknown order. */
export async function readLinkRevision({ database, orderId }: { database: Database; orderId: string }): Promise<number | undefined> {
  const order = await database.selectFrom('orders').select('link_revision').where('id', '=', orderId).executeTakeFirst()
  return order?.link_revision
}

/** The last ten digits, without +91 or a leading 0. */
export function normalizePhone(text: string): string {
  return cleanTyped(text).replace(/\D/g, '').slice(-10)
}
