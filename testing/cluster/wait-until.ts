import { setTimeout as delay } from 'node:timers/promises'

/** Polls `condition` until it is true. Throws after `withinMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { withinMs = 300_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<void> {
  const end = Date.now() + withinMs
  let lastError: unknown
  while (Date.now() < end) {
    const isTrue = await Promise.resolve(condition()).catch((error: unknown) => {
      lastError = error
      return false
    })
    if (isTrue) return
    await delay(everyMs)
  }
  throw new Error(`Condition not met within ${withinMs / 1000} s: ${condition}`, { cause: lastError })
}
