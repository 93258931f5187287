import { setImmediate as settle } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoginQueue, type Lane } from './login-queue.ts'

interface Source {
  readonly ip: string
  readonly ipRange?: string
  readonly lane?: Lane
}

/** A queue whose sign-ins take a hash that ends when the test says so, one at a time, in the order of their start. */
function createSlowQueue() {
  const runInQueue = createLoginQueue({ limitsFactor: 1 })
  const running: { ip: string; end: () => void }[] = []
  const started: string[] = []
  const signIn = ({ ip, ipRange = ip, lane = 'others' }: Source) =>
    runInQueue(
      { ip, ipRange, lane },
      () =>
        new Promise<void>((end) => {
          started.push(ip)
          running.push({ ip, end })
        }),
    )
  const endFirst = async () => {
    running.shift()?.end()
    await settle()
  }
  return { signIn, endFirst, running, started }
}

const attackers = Array.from({ length: 50 }, (_, index) => `203.0.${index}.1`)

/** Fifty addresses with two connections each, which send the next sign-in as soon as one has ended. */
function attack({ signIn, lane = 'others' }: { signIn: (source: Source) => Promise<void>; lane?: Lane }): void {
  const repeat = async (ip: string): Promise<void> => {
    await signIn({ ip, lane })
    return repeat(ip)
  }
  for (const ip of [...attackers, ...attackers]) repeat(ip)
}

test('a new address is next, before those that had their turn', async () => {
  const { signIn, endFirst, started } = createSlowQueue()
  attack({ signIn })
  await settle()
  for (let count = 0; count < 500; count += 1) await endFirst()
  signIn({ ip: '198.51.100.1' })
  await endFirst()
  expect(started.at(-1)).toBe('198.51.100.1')
  for (let count = 0; count < 500; count += 1) await endFirst()
  // Its next ones take turns with the others.
  const before = started.length
  signIn({ ip: '198.51.100.1' })
  signIn({ ip: '198.51.100.1' })
  for (let count = 0; count < 2 + attackers.length; count += 1) await endFirst()
  expect(started.slice(before).filter((ip) => ip === '198.51.100.1')).toHaveLength(2)
  expect(new Set(started.slice(before)).size).toBe(1 + attackers.length)
})

test('sign-ins of one address take turns with those of others', async () => {
  const { signIn, endFirst, started } = createSlowQueue()
  for (let count = 0; count < 8; count += 1) signIn({ ip: 'first', ipRange: 'a' })
  for (let count = 0; count < 4; count += 1) signIn({ ip: 'second', ipRange: 'a' })
  for (let count = 0; count < 2; count += 1) signIn({ ip: 'third', ipRange: 'b' })
  await settle()
  for (let count = 0; count < 6; count += 1) await endFirst()
  expect(started.slice(8)).toEqual(['second', 'third', 'second', 'third', 'second', 'second'])
})

test.each(['known', 'staff'] as const)('sign-ins with %s devices and names start at once while others wait', async (lane) => {
  const { signIn, started } = createSlowQueue()
  attack({ signIn })
  await settle()
  signIn({ ip: '198.51.100.1', lane })
  await settle()
  expect(started.at(-1)).toBe('198.51.100.1')
})

test('a device of another shopper behind the address of an attacker starts at once', async () => {
  const { signIn, started } = createSlowQueue()
  for (let count = 0; count < 8; count += 1) signIn({ ip: '198.51.100.1' })
  signIn({ ip: '198.51.100.1', lane: 'known' })
  await settle()
  expect(started).toHaveLength(9)
})

test('places are free again after all have ended, also by an error', async () => {
  const { signIn, endFirst, running, started } = createSlowQueue()
  const runInQueue = createLoginQueue({ limitsFactor: 1 })
  const failing = Array.from({ length: 20 }, (_, index) =>
    runInQueue({ ip: String(index), ipRange: String(index), lane: 'others' }, () => Promise.reject(new Error('no database'))),
  )
  for (const result of await Promise.allSettled(failing)) expect(result).toMatchObject({ reason: { message: 'no database' } })
  await expect(runInQueue({ ip: '1', ipRange: '1', lane: 'others' }, async () => 'signed in')).resolves.toBe('signed in')

  for (const ip of attackers) signIn({ ip })
  await settle()
  while (running.length > 0) await endFirst()
  expect(started.toSorted()).toEqual(attackers.toSorted())
})

test('more than eight of one address, sixteen of its network, and 256 waiting addresses are refused', async () => {
  const isBusy = (promise: Promise<void>) => expect(promise).rejects.toMatchObject({ code: 'sign_in_busy' })
  const one = createSlowQueue()
  for (let count = 0; count < 8; count += 1) one.signIn({ ip: 'first', ipRange: 'a' })
  await isBusy(one.signIn({ ip: 'first', ipRange: 'a' }))
  for (let count = 0; count < 8; count += 1) one.signIn({ ip: 'second', ipRange: 'a' })
  await isBusy(one.signIn({ ip: 'third', ipRange: 'a' }))

  const many = createSlowQueue()
  for (let count = 0; count < 8 + 256; count += 1) many.signIn({ ip: String(count) })
  await isBusy(many.signIn({ ip: 'late' }))
  await many.endFirst()
  many.signIn({ ip: 'late' })
  while (many.running.length > 0) await many.endFirst()
  expect(many.started.at(-1)).toBe('late')
})
