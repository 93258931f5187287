import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import type { CallReply } from '#contract/contract.ts'
import { type ShopServer, startShopServer } from '#testing/cluster/shop-server.ts'

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync())

const shopSettings = { DEMO: 'off', ADMIN_PIN: 'pin of the administrator' }

/** A client of the shop's first administrator. Each request has a connection of its own, so that it may reach any worker. */
async function signIn({ origin }: ShopServer) {
  const send = (path: string, body: object, cookie = '') =>
    fetch(origin + apiBase + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', cookie } })
  const login = await send('/users/login', { name: 'admin', pin: shopSettings.ADMIN_PIN })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  return {
    send: async (path: string, body: object) => (await send(path, body, cookie)).status,
    async read<Reply>(path: string): Promise<Reply> {
      const [reply] = (await once(get(origin + apiBase + path, { agent: false, headers: { cookie } }), 'response')) as [IncomingMessage]
      return (await json(reply)) as Reply
    },
  }
}
type Client = Awaited<ReturnType<typeof signIn>>

const run = (command: string, { file, dataDir }: { file: string; dataDir: string }) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, `${command}.ts`), file], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })

const readShiprocket = async ({ read }: Client) =>
  (await read<CallReply<'GET /provider-keys'>>('/provider-keys')).providers.find(({ provider }) => provider === 'shiprocket')?.entered

test('entered keys reach all workers, come back with a backup, and must be entered again for another secret', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'restored-keys-'))
  open.defer(async () => rmSync(folder, { recursive: true, force: true }))
  const first = await startShopServer({ settings: { ...shopSettings, WORKERS: '2' } })
  open.defer(first.close)
  const client = await signIn(first)
  const arePaymentsOn = async () => {
    const replies = Array.from({ length: 8 }, () => client.read<CallReply<'GET /first-day'>>('/first-day'))
    return new Set((await Promise.all(replies)).map(({ payments }) => payments.isOn))
  }
  const razorpay = { keyId: 'rzp_test_000000000000', keySecret: 'a-secret', webhookSecret: 'another' }
  expect(await client.send('/provider-keys/razorpay', razorpay)).toBe(200)
  await expect.poll(arePaymentsOn).toEqual(new Set([true]))
  expect(await client.send('/provider-keys/shiprocket', { email: 'api@shop.example', password: 'horse password 1' })).toBe(200)
  const file = join(folder, 'shop.tar.gz')
  await run('backup', { file, dataDir: first.dataDir })
  await first.end()

  const dataDir = join(folder, 'restored')
  await run('restore', { file, dataDir })
  const second = await startShopServer({ settings: { ...shopSettings, DATA_DIR: dataDir } })
  open.defer(second.close)
  expect(second.printed()).not.toContain('cannot be read')
  expect(await readShiprocket(await signIn(second))).toMatchObject({ account: 'api@shop.example', isReadable: true })
  await second.end()

  const third = await startShopServer({ settings: { ...shopSettings, DATA_DIR: dataDir, SECRET: 'x'.repeat(40) } })
  open.defer(third.close)
  expect(third.printed()).toContain('The keys of razorpay and shiprocket cannot be read: SECRET has changed.')
})
