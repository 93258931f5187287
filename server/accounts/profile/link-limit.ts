import { accountMails } from '#contract/kernel/limits/account-limits.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

/** Links in a day, and after those one in an hour: strangers who ask for many cannot keep the owner of the account from a new one. */
export function createLinkLimit({ database, name }: { database: Database; name: string }) {
  const daily = createRateLimit({ database, name, points: accountMails.linksPerDay, seconds: 86_400, factor: 1 })
  const hourly = createRateLimit({ database, name: `${name}-hour`, points: 1, seconds: 3_600, factor: 1 })
  return {
    /**
     * Uses one link.
     *
     * @throws AppError 429 when none is left, for an hour at most.
     */
    async consume(key: string): Promise<void> {
      try {
        await daily.consume(key)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        await hourly.consume(key)
      }
    },
  }
}

export type LinkLimit = ReturnType<typeof createLinkLimit>
