import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as sendHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { findFreePort } from '#testing/free-port.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createWebhookSender } from '../adapters/webhook-sender.ts'
import { publishEvents } from './publish-events.ts'
import { signWebhook } from './sign-webhook.ts'

const recipes = join(import.meta.dirname, '../../docs/recipes')
const folder = mkdtempSync(join(tmpdir(), 'recipes-'))
const receiverPort = await findFreePort()
const webhookSender = createWebhookSender({
  resolve: async () => ['8.8.8.8'],
  send: ({ url, headers, method, body, signal }) =>
    new Promise((resolve, reject) => {
      sendHttp({ port: receiverPort, path: url.pathname, headers, method, signal }).on('response', resolve).on('error', reject).end(body)
    }),
})
const shop = await createTestApp({ webhookSender })
const { request, database } = shop
const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
const { cookies } = await signInAdministrator(shop)
const rights = ['orders', 'products', 'exports']
const { secret: key } = (await request('POST', '/api-keys', { cookies, body: { name: 'Recipes', rights } })).json<{ secret: string }>()
const kurta = await createTestProduct({ database, price: 800, sizes: { M: 5, L: 5 } })
await sql`update product_sizes set sku = 'KURTA (1) ' || size`.execute(database)

let receiver: ChildProcess | undefined
afterAll(() => {
  receiver?.kill()
  rmSync(folder, { recursive: true })
})

const environment = { PATH: process.env.PATH ?? '', SHOP: origin, KEY: key }
/** Runs a recipe and returns what it prints. */
const run = (program: string, recipe: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(program, [join(recipes, recipe), ...args], { env: environment }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(stdout),
    )
  })
const writeFile = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const readStocks = async () => {
  const { sizes } = (await request('GET', `/products/${kurta.id}/stock`, { cookies })).json()
  return sizes.map(({ stock }: { stock: number }) => stock)
}
const placeOrder = async (name = 'Asha') => {
  const body = { ...buildGuestOrder([{ ...kurta, size: 'M' }]), deliveryAddress: { ...address, firstName: name } }
  return (await request('POST', '/guest/cashondelivery', { body })).json().order
}

test('stocks are set from a CSV file', async () => {
  const others = Array.from({ length: 1_000 }, (_, index) => `X-${index},1\r\n`).join('')
  const file = writeFile('stock.csv', `sku,stock\r\n"KURTA (1) M",9\r\nkurta (1) l,many\r\n${others}KURTA (1) L,7`)
  const lines = (await run('sh', 'stock-from-csv.sh', file)).trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('X-'))).toEqual([
    '1 row saved, 999 not saved',
    'kurta (1) l: Stock must be a whole number.',
    '1 row saved, 2 not saved',
  ])
  expect(lines).toContain('X-0: No product has the SKU X-0.')
  expect(await readStocks()).toEqual([9, 7])
})

test('the orders of a month are a CSV file', async () => {
  const { number } = await placeOrder('=Asha "A"')
  const other = await placeOrder()
  await database
    .updateTable('orders')
    .set({ placed_at: new Date('2020-01-15') })
    .where('id', '=', other._id)
    .execute()
  await publishEvents({ database })
  const today = toIndianDay()
  const csv = await run(process.execPath, 'orders-of-month.mjs', today.slice(0, 7))
  expect(csv.split('\r\n')).toEqual([
    '"Day","Order","Status","Customer","State","Amount","Paid","Refunded","Documents"',
    `"${today}","${number}","Placed","'=Asha ""A"" Rao","Karnataka","800","0","0",""`,
    '',
  ])
})

test('a receiver of webhooks prints a WhatsApp message for each order, once', async () => {
  const body = { url: 'https://receiver.example/hook', description: '', types: ['order.placed', 'parcel.changed'] }
  const { secret } = (await request('POST', '/webhooks', { cookies, body })).json<{ secret: string }>()
  const program = spawn(process.execPath, [join(recipes, 'whatsapp.mjs')], {
    env: { PATH: environment.PATH, WEBHOOK_SECRET: secret, PORT: String(receiverPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  receiver = program
  const lines: string[] = []
  createInterface({ input: program.stdout }).on('line', (line) => lines.push(line))
  await expect.poll(() => lines).toEqual(['Waiting for events'])
  const { _id, number } = await placeOrder()
  const send = () => createJobRunner(shop)('send-webhooks')
  await send()
  await database
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', next_at: new Date(0) })
    .execute()
  await send()
  const move = (to: string) => request('POST', `/order/admin/${_id}/move`, { cookies, body: { to } })
  await move('Confirmed')
  await move('Packed')
  const { version } = (await request('GET', `/order/admin/${_id}`, { cookies })).json()
  const parcel = { courier: 'delhivery', trackingNumber: '1234567890123', version, ship: true }
  expect((await request('POST', `/order/admin/${_id}/shipment`, { cookies, body: parcel })).statusCode).toBe(200)
  await send()
  const url = 'https://www.delhivery.com/track/package/1234567890123'
  await expect
    .poll(() => lines.slice(1).map((line) => decodeURIComponent(line)))
    .toEqual([
      `https://wa.me/919876543210?text=Hello Asha, thank you for your order ${number}.`,
      `https://wa.me/919876543210?text=Hello Asha, your order ${number} is on its way with Delhivery. ${url}`,
    ])
  const sendSigned = async (secretUsed: string, secondsAgo: number) => {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
    const headers = signWebhook({ id: 'forged', timestamp, body: '{"data":{}}', secrets: [secretUsed] })
    return (await fetch(`http://127.0.0.1:${receiverPort}`, { method: 'POST', body: '{"data":{}}', headers })).status
  }
  const statuses = [await sendSigned(secret, 0), await sendSigned(secret, 600), await sendSigned(`whsec_${'A'.repeat(43)}=`, 0)]
  expect(statuses).toEqual([204, 401, 401])
})

test('a marketplace reads the stocks that have changed and enters its order once', async () => {
  await publishEvents({ database })
  const place = join(folder, 'place.txt')
  const before = await readStocks()
  const readChanges = async () => (await run(process.execPath, 'marketplace.mjs', 'stocks', place)).trim().split('\n')
  expect(await readChanges()).toEqual([`KURTA (1) M ${before[0]}`, `KURTA (1) L ${before[1]}`])
  expect(await readChanges()).toEqual([''])
  const order = { id: 'MP-1', items: [{ sku: 'KURTA (1) L', quantity: 2 }], deliveryAddress: address }
  const file = writeFile('order.json', JSON.stringify(order))
  const enter = () => run(process.execPath, 'marketplace.mjs', 'order', file)
  const number = (await enter()).trim()
  expect((await enter()).trim()).toBe(number)
  const { order: entered } = (await request('GET', `/orders/${number}`, { headers: { authorization: `Bearer ${key}` } })).json()
  expect(entered).toMatchObject({ paymentStatus: 'Paid', amountPaid: 1_600 })
  await publishEvents({ database })
  expect(await readChanges()).toEqual([`KURTA (1) M ${before[0]}`, `KURTA (1) L ${before[1] - 2}`])
})
