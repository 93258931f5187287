import { paging } from '#contract/kernel/business.ts'
import { UcpError } from '../protocol/ucp-error.ts'

const prefix = 'from:'

/** The place of a page in its list as a text that clients only send back. */
export const encodeCursor = (offset: number): string => Buffer.from(prefix + offset).toString('base64url')

/**
 * The number of products before a page; 0 without a cursor.
 * @throws UcpError 400 for a text that is no cursor of the shop.
 */
export function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const digits = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  const offset = /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN
  if (!(offset <= paging.maxProductOffset)) throw new UcpError('invalid_request', 'The cursor is not one of this shop.')
  return offset
}
