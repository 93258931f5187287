import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installChromium } from '#testing/chromium.ts'
import { makeMemoryFolder } from '#testing/memory-folder.ts'
import { adminPin, startShopServer } from './shop-server.ts'

/** The tests buy more than the demo shop has. Products that are nearly sold out stay so. */
async function addStock({ url }: { url: string }): Promise<void> {
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

/** Makes the data folder of a demo shop, of which each worker of the tests takes a copy. */
export default async function prepareShop(): Promise<() => Promise<void>> {
  installChromium()
  const dataDir = makeMemoryFolder('shop-e2e-')
  const server = await startShopServer({ dataDir })
  await addStock(server)
  await server.stop()
  // The tests do not need to survive a power cut.
  await appendFile(join(dataDir, 'postgres/postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n')
  process.env.SHOP_TEMPLATE_DIR = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
