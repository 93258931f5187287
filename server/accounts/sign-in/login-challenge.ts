import { hash, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/argon2id'
import { z } from 'zod'
import type { ApiErrorBody } from '#contract/kernel/endpoint.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'

/** What a challenge of level 1 takes: a browser derives a key for each number from 0 until the wanted one, which is random. */
export interface ChallengeWork {
  /** KiB that each key takes, so that graphics cards cannot derive many at once */
  readonly memoryCost: number
  readonly minCounter: number
  readonly maxCounter: number
}

/** About half a second on a phone. */
const defaultWork: ChallengeWork = { memoryCost: 4_096, minCounter: 40, maxCounter: 80 }

/** Beyond this level no browser solves a challenge in time. The counter has 32 bits. */
const maxLevel = 1_000_000

const lifetimeSeconds = 300

const payload = z.object({
  challenge: z.object({ parameters: z.looseObject({}), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function parsePayload(text: string): z.infer<typeof payload> | undefined {
  try {
    return payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

interface ChallengeRequest {
  readonly ipRange: string
  /** how much work it takes: 2 for twice as much as 1 */
  readonly level: number
}

/** Proof-of-work challenges: signed, for one network, for five minutes and for one attempt. */
export function createLoginChallenges({
  database,
  key,
  work: { memoryCost, minCounter, maxCounter } = defaultWork,
}: {
  database: Database
  key: Buffer
  work?: ChallengeWork | undefined
}) {
  const uses = createRateLimit({ database, name: 'challenge', points: 1, seconds: lifetimeSeconds, factor: 1 })
  const secrets = { hmacSignatureSecret: `challenge ${key.toString('hex')}`, hmacKeySignatureSecret: `solution ${key.toString('hex')}` }
  const toLevel = (level: number) => Math.min(maxLevel, Math.max(1, Math.floor(level)))

  return {
    async create({ ipRange, level }: ChallengeRequest): Promise<NonNullable<ApiErrorBody['challenge']>> {
      const factor = toLevel(level)
      const { parameters, signature = '' } = await createChallenge({
        algorithm: 'ARGON2ID',
        cost: 1,
        memoryCost,
        deriveKey,
        ...secrets,
        counter: randomInt(minCounter * factor, maxCounter * factor),
        expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
        data: { network: hash('sha256', ipRange), level: factor },
      })
      return { parameters: { ...parameters }, signature }
    },

    /** Whether a solution is right, not used before, and of a challenge of this network that was not much easier than one of now. */
    async verify({ solution: text, ipRange, level }: ChallengeRequest & { solution: string }): Promise<boolean> {
      const parsed = parsePayload(text)
      if (!parsed) return false
      const { challenge, solution } = parsed as unknown as Payload
      const { verified } = await verifySolution({ challenge: challenge as Challenge, solution, deriveKey, ...secrets })
      const data = challenge.parameters.data
      if (!verified || data?.network !== hash('sha256', ipRange) || Number(data.level) * 2 < toLevel(level)) return false
      return (await uses.add(challenge.signature ?? '', 1)) === 0
    },
  }
}
