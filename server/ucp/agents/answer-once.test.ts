import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { answerOnce } from './answer-once.ts'

const { database } = await createTestApp()

const agent = { profileUrl: 'https://agent.example/profile.json', name: 'agent.example' }

/** A write that answers with a new number each time. */
function createWrite() {
  let count = 0
  const write = { database, agent, call: 'create cart', content: { items: 1 }, work: async () => ({ number: ++count }) }
  return (changed: Partial<Parameters<typeof answerOnce>[0]> = {}) => answerOnce({ ...write, key: undefined, ...changed })
}

test('the same request with the same key gets the stored answer', async () => {
  const send = createWrite()
  const key = randomUUID()
  expect([await send({ key }), await send({ key }), await send({ key: randomUUID() })]).toEqual([
    { number: 1 },
    { number: 1 },
    { number: 2 },
  ])
  expect([await send(), await send()]).toEqual([{ number: 3 }, { number: 4 }])
})

test('a key is of one agent and one call', async () => {
  const send = createWrite()
  const key = randomUUID()
  await send({ key })
  expect(await send({ key, agent: { ...agent, profileUrl: 'https://other.example/' } })).toEqual({ number: 2 })
  expect(await send({ key, call: 'cancel cart' })).toEqual({ number: 3 })
})

test('another request with the same key is a conflict', async () => {
  const send = createWrite()
  const key = randomUUID()
  await send({ key })
  await expect(send({ key, content: { items: 2 } })).rejects.toMatchObject({ code: 'idempotency_conflict', status: 409 })
})

test('two equal requests at the same time do the work once', async () => {
  const send = createWrite()
  const key = randomUUID()
  expect(await Promise.all([send({ key }), send({ key }), send({ key })])).toEqual(Array(3).fill({ number: 1 }))
})

test('nothing is stored of a request that fails', async () => {
  const send = createWrite()
  const key = randomUUID()
  const work = () => Promise.reject(new Error('out of stock'))
  await expect(send({ key, work })).rejects.toThrow('out of stock')
  expect(await send({ key })).toEqual({ number: 1 })
})

test.each(['1', 'a'.repeat(21), 'a'.repeat(256), ['a'.repeat(30), 'b'.repeat(30)]])('a key that can be guessed is refused', async (key) => {
  await expect(async () => createWrite()({ key })).rejects.toMatchObject({ code: 'invalid_request', status: 400 })
})
