import { expect, test } from 'vitest'
import { createPageQueue } from './page-queue.ts'

/** Pages that are rendered until `finish` is called. */
function renderPages({ limitsFactor = 1 } = {}) {
  const queue = createPageQueue({ limitsFactor })
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const started: string[] = []
  const pages: Promise<void>[] = []
  return {
    queue,
    started,
    async request(ip: string, count = 1) {
      for (let page = 0; page < count; page += 1) {
        const rendered = queue.run(ip, async () => {
          started.push(ip)
          await promise
        })
        pages.push(rendered)
      }
      // The queue starts what it can in microtasks.
      await new Promise(setImmediate)
    },
    async finish() {
      finish()
      await Promise.all(pages)
    },
  }
}

test('of the pages of one IP address two are rendered at once, and those of another one do not wait for them', async () => {
  const { started, request, finish } = renderPages()
  await request('192.0.2.1', 10)
  expect(started).toHaveLength(2)
  await request('192.0.2.2')
  expect(started).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2'])
  await finish()
  expect(started).toHaveLength(11)
})

test('four pages are rendered at once', async () => {
  const { started, request, finish } = renderPages()
  for (let visitor = 0; visitor < 6; visitor += 1) await request(`192.0.2.${visitor}`)
  expect(started).toHaveLength(4)
  await finish()
  expect(started).toHaveLength(6)
})

test('an IP address waits for fifty pages, and all together for five hundred', async () => {
  const { queue, request, finish } = renderPages()
  await request('192.0.2.1', 49)
  expect(queue.isFull('192.0.2.1')).toBe(false)
  await request('192.0.2.1')
  expect([queue.isFull('192.0.2.1'), queue.isFull('192.0.2.2')]).toEqual([true, false])
  for (let visitor = 10; visitor < 55; visitor += 1) await request(`192.0.2.${visitor}`, 10)
  expect(queue.isFull('192.0.2.2')).toBe(true)
  await finish()
  expect([queue.isFull('192.0.2.1'), queue.isFull('192.0.2.2')]).toEqual([false, false])
})

test('a page that fails leaves its place', async () => {
  const { queue, started, request, finish } = renderPages()
  const failing = Array.from({ length: 5 }, () => queue.run('192.0.2.1', () => Promise.reject(new Error('No page'))))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
  await request('192.0.2.1', 2)
  expect(started).toHaveLength(2)
  await finish()
})
