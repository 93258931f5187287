import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { deliveryLimits } from '#contract/delivery/delivery-limits.ts'
import { deliveryTexts } from '#contract/delivery/delivery-texts.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()

const list = async () => (await request('GET', '/delivery-rules', { cookies })).json<CallReply<'GET /delivery-rules'>>()
const readCod = async (pin: string) => (await request('GET', `/pins/${pin}`)).json().cod
const send = async (call: 'check' | 'import', csv: string, fields: Record<string, string> = {}) => {
  const form = buildMultipartForm({ ...fields, file: Buffer.from(csv) })
  return request('POST', `/delivery-rules/${call}`, { cookies, ...form })
}

test('a file takes the place of 50,000 rules', async () => {
  const pins = (first: number) => Array.from({ length: deliveryLimits.rules }, (_, index) => `${first + index},no`)
  expect((await send('import', ['PIN code,COD', ...pins(110_001)].join('\n'))).statusCode).toBe(200)
  const other = ['PIN code,COD', ...pins(500_001)].join('\n')
  expect((await send('import', other)).json().code).toBe('delivery_rules_full')
  const { counts } = (await send('import', other, { missing: '50000' })).json()
  expect(counts).toMatchObject({ new: 50_000, deleted: 50_000 })
  expect([(await list()).total, await readCod('500001'), await readCod('110001')]).toEqual([50_000, 'no', 'yes'])
})

test('a file of a courier has 30,000 lines, and rules have a limit', async () => {
  await database.deleteFrom('delivery_rules').execute()
  const pins = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${first + index},Y,${index % 3 ? 'Y' : 'N'},3`)
  const large = ['PIN code,Delivery,COD,TAT', ...pins(110_001, 30_000)].join('\n')
  expect((await send('check', large)).json().counts).toMatchObject({ new: 30_000, refused: 0 })
  expect((await send('import', large)).json().counts).toMatchObject({ new: 30_000 })
  expect((await send('import', large)).json().counts).toMatchObject({ unchanged: 30_000 })
  expect(await readCod('110001')).toBe('no')
  const full = await send('import', ['PIN code,Delivery,COD,TAT', ...pins(200_001, 20_001)].join('\n'))
  expect([full.statusCode, full.json().code, (await list()).total]).toEqual([409, 'delivery_rules_full', 30_000])
  const tooMany = await send('check', `PIN code,COD\n${'560001,no\n'.repeat(deliveryLimits.rules + 1)}`)
  expect(tooMany.json().fields).toEqual({ file: deliveryTexts.tooManyLines })
})
