import { expect, test } from 'vitest'
import type { Database } from '../database/schema.ts'
import { createRedirectCache } from './redirect-cache.ts'

type Rows = { from_path: string; to_path: string }[]

/** Redirects whose loads end when the test wants it, in the order in which they began. */
function createLoads() {
  const loads: PromiseWithResolvers<Rows>[] = []
  const execute = () => {
    const load = Promise.withResolvers<Rows>()
    loads.push(load)
    return load.promise
  }
  const noPages = { where: () => ({ execute: async () => [] }) }
  const database = {
    selectFrom: (table: string) => ({ select: () => (table === 'pages' ? noPages : { execute }) }),
  } as unknown as Database
  const redirects = createRedirectCache({ database })
  return {
    load: redirects.load,
    find: () => redirects.find({ url: '/old', client: 'a' }),
    end: (index: number, to: string) => loads[index]?.resolve([{ from_path: '/old', to_path: to }]),
  }
}

test('a load that began earlier and ends later does not replace newer redirects', async () => {
  const { load, find, end } = createLoads()
  const [older, newer] = [load(), load()]
  end(1, '/newer')
  await newer
  expect(find()).toBe('/newer')
  end(0, '/older')
  await older
  expect(find()).toBe('/newer')
})
