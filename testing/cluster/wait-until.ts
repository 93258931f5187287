import { setTimeout as delay } from 'node:timers/promises'

/** Asks again and again until the answer is yes. What never comes fails after `withinMs`. */
export async function waitUntil(
  ask: () => boolean | Promise<boolean>,
  { withinMs = 60_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<void> {
  const end = Date.now() + withinMs
  let problem: unknown
  while (Date.now() < end) {
    const yes = await Promise.resolve(ask()).catch((error: unknown) => {
      problem = error
      return false
    })
    if (yes) return
    await delay(everyMs)
  }
  throw new Error(`It did not happen within ${withinMs / 1000} s: ${ask}`, { cause: problem })
}
