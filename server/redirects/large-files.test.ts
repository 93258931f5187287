import { expect, test } from 'vitest'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { redirectTexts } from '#contract/redirects/redirect-texts.ts'
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
  const form = await buildMultipartForm({ file: Buffer.from(csv) })
  return request('POST', `/redirects/${call}`, { cookies, ...form })
}

test('a file of 30,000 redirects is imported, and one too many is refused', async () => {
  const csv = ['From,To', ...Array.from({ length: 30_000 }, (_, index) => `/many/${index},/buy?page=${index}`)].join('\n')
  expect((await send('import', csv)).json().counts).toMatchObject({ new: 30_000, refused: 0 })
  expect((await send('import', csv)).json().counts).toMatchObject({ unchanged: 30_000 })
  expect(await open('/many/29999')).toEqual([301, '/buy?page=29999'])
  const others = csv.replaceAll('/many/', '/more/')
  const full = await send('import', others)
  expect([full.statusCode, full.json().code]).toEqual([409, 'redirects_full'])
  await database.deleteFrom('redirects').where('from_path', 'like', '/many/%').execute()
  const tooMany = await send('check', `From,To\n${'/a,/b\n'.repeat(redirectLimits.rows + 1)}`)
  expect(tooMany.json().fields).toEqual({ file: redirectTexts.tooManyLines })
})
