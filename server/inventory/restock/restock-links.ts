import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'

/** Signed links to the page that confirms or ends a request for a stock notification. They work as long as the request exists. */
export function createRestockLinks({ key }: { key: Buffer }) {
  const linkKey = createHmac('sha256', key).update('restock-links').digest()
  const sign = (id: string) => `${id}.${createHmac('sha256', linkKey).update(id).digest('base64url')}`
  return {
    /** The path of the page, with its token. */
    create: (id: string): string => `/back-in-stock?token=${sign(id)}`,
    /** The id of the request. Throws `AppError` (410) for a token that this shop has not signed. */
    verify(token: string): string {
      const [id = ''] = token.split('.')
      const [actual, expected] = [Buffer.from(token), Buffer.from(sign(id))]
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new AppError('restock_link_invalid')
      return id
    },
  }
}

export type RestockLinks = ReturnType<typeof createRestockLinks>
