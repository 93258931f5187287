import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The URL that the started server prints. */
async function waitForUrl(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk)
    const url = /is open at (http:\S+)/.exec(output)?.[1]
    if (url) return url
  }
  throw new Error(`The shop did not start:\n${output}`)
}

/** The tests buy more than the demo shop has. Products that are nearly sold out stay so. */
async function addStock({ url, adminPin }: { url: string; adminPin: string }): Promise<void> {
  const api = `${url}/api/v1`
  const send = (path: string, { body, cookie = '' }: { body: object; cookie?: string }) =>
    fetch(api + path, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) })
  const login = await send('/users/login', { body: { name: 'admin', pin: adminPin } })
  const cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const products = (await (await fetch(`${api}/products/getAll`)).json()) as { _id: string; stock: number }[]
  for (const { _id, stock } of products) {
    if (stock > 5) await send(`/products/${_id}/stock`, { cookie, body: { change: 500, cause: 'correction', note: 'For the tests' } })
  }
}

/** Starts the server as `npm start` does, with its own database, demo products and no spinner delay. */
export default async function startShop(): Promise<() => Promise<void>> {
  const adminPin = 'admin of the tests'
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      LISTING_SPINNER_MS: '0',
      LIMITS_FACTOR: '1000',
      LOG_LEVEL: 'error',
      ADMIN_PIN: adminPin,
      // long-texts.test.ts orders for the widest amount.
      COD_ORDER_MAX_RUPEES: '10000000',
      STORE_ADDRESS: '7 Loom Street, Jaipur 302001',
      STORE_GSTIN: '27AAPFU0939F1ZV',
      STORE_GRIEVANCE_OFFICER: 'Meera Nair, grievances@loomandlane.example',
    },
    // The IPC channel ends the shop when the test run is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  process.env.SHOP_ADMIN_PIN = adminPin
  process.env.SHOP_DATA_DIR = dataDir
  const url = await waitForUrl(server)
  process.env.SHOP_URL = url
  server.stdout?.resume()
  await addStock({ url, adminPin })
  return async () => {
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
}
