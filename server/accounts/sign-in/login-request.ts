import type { Logger } from '../../kernel/logger.ts'

export interface LoginRequest {
  readonly name: string
  readonly pin: string
  /** a name that has an account is refused */
  readonly mustBeNew?: boolean | undefined
  /** of the second factor, or of our mail */
  readonly code?: string | undefined
  /** the last four digits of the phone of the last order */
  readonly phoneDigits?: string | undefined
  /** of a challenge */
  readonly solution?: string | undefined
  readonly ip: string
  readonly ipRange: string
  readonly deviceHash: Buffer
  /** logs rejected attempts with the account's id */
  readonly log: Pick<Logger, 'warn'>
}
