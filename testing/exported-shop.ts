import { writeShopExport } from '#server/shop-export/run-export.ts'
import { createJobRunner } from './run-job.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'

const environment = { PUBLIC_URL: 'https://shop.example', DEMO: 'off' }

/** A shop with an administrator, whose stored files are listed in `keys`. */
export async function openExportedShop() {
  const shop = await createTestApp({ environment })
  const { request, database, images, settings } = shop
  const { cookies, _id: adminId } = await signInAdministrator({ request, database })
  const keys = new Set<string>()
  const stored = { ...images }
  Object.assign(images, {
    write: async (key: string, bytes: Buffer) => {
      keys.add(key)
      await stored.write(key, bytes)
    },
    remove: async (key: string) => {
      keys.delete(key)
      await stored.remove(key)
    },
  })
  const start = async () => (await request('POST', '/shop-exports', { cookies })).json<{ export: { _id: string } }>().export._id
  const read = async () => (await request('GET', '/shop-exports', { cookies })).json().exports
  const download = (id: string) => request('GET', `/shop-exports/${id}/file`, { cookies })
  const run = createJobRunner(shop)
  const write = (more: Partial<Parameters<typeof writeShopExport>[0]> = {}) =>
    writeShopExport({
      database,
      readDatabase: database,
      images,
      settings,
      signal: new AbortController().signal,
      log: { error: () => {} },
      partBytes: 500,
      ...more,
    })
  return { ...shop, cookies, adminId, keys, start, read, download, run: () => run('export-shop'), write }
}

/** The cells of a CSV file without quoted commas, by heading. */
export const readTable = (csv = '') => {
  const [head = [], ...rows] = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, '').replace(/^"(.*)"$/s, '$1')))
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}
