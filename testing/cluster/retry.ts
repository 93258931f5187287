import { setTimeout as delay } from 'node:timers/promises'
import { createApiClient } from '../shop-process.ts'

const retryAfterMs = 200
const maxAttempts = 600

export type Client = ReturnType<typeof createApiClient>

/** The answer of the first attempt that the shop answers; it is killed and started again meanwhile. */
export async function retryUntilAnswered<Reply>(
  attempt: () => Promise<{ status: number; body: Reply }>,
): Promise<{ status: number; body: Reply }> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await attempt().catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    if (attempts === maxAttempts) throw new Error(`No answer in ${maxAttempts} attempts, the last one: ${JSON.stringify(answer)}`)
    await delay(retryAfterMs)
  }
}

/** A client whose requests are sent again until they are answered. */
export function createPersistentClient({ origin }: { origin: string }): Client {
  const request = createApiClient({ origin })
  return (method, path, body) => retryUntilAnswered(() => request(method, path, body))
}
