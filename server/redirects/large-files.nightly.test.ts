import { expect, test } from 'vitest'
import { buildMultipartForm } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { parseSettings } from '../kernel/settings.ts'

const { app, request, database, cookies } = await startShop({ ssr: createSsr({ settings: parseSettings({}), development: false }) })

const open = async (url: string) => {
  const { statusCode, headers } = await app.inject({ url })
  return [statusCode, headers.location]
}
const send = async (call: 'check' | 'import', csv: string) => {
  const form = buildMultipartForm({ file: Buffer.from(csv) })
  return request('POST', `/redirects/${call}`, { cookies, ...form })
}

test('a file of 30,000 redirects is imported, and imported again changes nothing', async () => {
  const csv = ['From,To', ...Array.from({ length: 30_000 }, (_, index) => `/many/${index},/buy?page=${index}`)].join('\n')
  expect((await send('import', csv)).json().counts).toMatchObject({ new: 30_000, refused: 0 })
  expect((await send('import', csv)).json().counts).toMatchObject({ unchanged: 30_000 })
  expect(await open('/many/29999')).toEqual([301, '/buy?page=29999'])
})
