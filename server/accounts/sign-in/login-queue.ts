import { LRUCache } from 'lru-cache'
import { AppError } from '../../kernel/errors.ts'

/**
 * Who waits for whom: sign-ins on devices that the account knows, those of administrators on other devices, and all others have places of
 * their own, so that a script with names and PINs to try holds up others like it only.
 */
export type Lane = 'known' | 'staff' | 'others'

/** Sign-ins that run at once in one process. Hashing is slow on purpose: more of them would only wait for each other. */
const places: Readonly<Record<Lane, number>> = { known: 16, staff: 4, others: 8 }

/** Running and waiting, of one IP address (IPv6: /64) and of its network, in one lane. */
const maxPerIp = 8
const maxPerRange = 16

/** With more the last one would wait for longer than a browser does. */
const maxWaitingIps = 256

/** Addresses whose last turn is remembered, and for how long. */
const remembered = { max: 10_000, ttl: 600_000 } as const

const retryAfterSeconds = 3
const createBusyError = () => new AppError('sign_in_busy', { retryAfterSeconds })

interface Source {
  readonly ip: string
  readonly ipRange: string
}

/** The running and the waiting sign-ins of one lane. */
function createLane({ freePlaces, limitsFactor }: { freePlaces: number; limitsFactor: number }) {
  let free = freePlaces
  let turns = 0
  const lastTurns = new LRUCache<string, number>(remembered)
  /** What starts the waiting ones of each IP address. */
  const waiting = new Map<string, (() => void)[]>()
  const counts = new Map<string, number>()

  const count = (key: string, change: number): void => {
    const left = (counts.get(key) ?? 0) + change
    if (left > 0) counts.set(key, left)
    else counts.delete(key)
  }

  async function acquirePlace(ip: string): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((start) => waiting.set(ip, [...(waiting.get(ip) ?? []), start]))
    turns += 1
    lastTurns.set(ip, turns)
  }

  /** Gives the place to the address whose turn was the longest time ago, and to one that had none before the others. */
  function releasePlace(): void {
    const [next] = [...waiting.keys()].toSorted((a, b) => (lastTurns.get(a) ?? 0) - (lastTurns.get(b) ?? 0))
    const [start, ...others] = (next !== undefined && waiting.get(next)) || []
    if (next === undefined || !start) {
      free += 1
      return
    }
    if (others.length > 0) waiting.set(next, others)
    else waiting.delete(next)
    start()
  }

  return async function run<Result>({ ip, ipRange }: Source, task: () => Promise<Result>): Promise<Result> {
    const maxByKey = { [`ip ${ip}`]: maxPerIp, [`range ${ipRange}`]: maxPerRange }
    for (const [key, max] of Object.entries(maxByKey)) if ((counts.get(key) ?? 0) >= Math.ceil(max * limitsFactor)) throw createBusyError()
    if (free === 0 && !waiting.has(ip) && waiting.size >= maxWaitingIps) throw createBusyError()
    for (const key of Object.keys(maxByKey)) count(key, 1)
    try {
      await acquirePlace(ip)
      try {
        return await task()
      } finally {
        releasePlace()
      }
    } finally {
      for (const key of Object.keys(maxByKey)) count(key, -1)
    }
  }
}

/** Limits the sign-ins that are in progress in this process. IP addresses take turns, so that many of one delay its own. */
export function createLoginQueue({ limitsFactor }: { limitsFactor: number }) {
  const create = (lane: Lane) => createLane({ freePlaces: places[lane], limitsFactor })
  const lanes = { known: create('known'), staff: create('staff'), others: create('others') }

  /** Runs a sign-in. Throws `AppError` (503) when too many are in progress. */
  return <Result>({ lane, ...source }: Source & { lane: Lane }, task: () => Promise<Result>): Promise<Result> => lanes[lane](source, task)
}
