import { expect } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { ImportDetail, ImportItem } from '#contract/catalog-admin/product-import.ts'
import type { ImportWork } from '#server/catalog-admin/import/run/import-run.ts'
import { addImportPictures, checkImports, saveImports } from '#server/catalog-admin/import/run/process-imports.ts'
import { buildMultipartForm, createTestImage } from './pictures.ts'
import { buildCsv, type Cells } from './product-files.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'

/** A shop with an administrator who imports products. Call it at the top of a test file. */
export async function setUpImports() {
  const { request, database, images } = await createTestApp()
  const { cookies } = await signInAdministrator({ request, database })
  const png = await createTestImage({ width: 40, height: 50 }).png().toBuffer()
  const fetched: string[] = []

  /** Does the work of the jobs until there is none left, or until `signal` is aborted. */
  async function work(options: Partial<Pick<ImportWork, 'signal' | 'onProgress' | 'fetchPicture' | 'log'>> = {}) {
    const all: ImportWork = {
      database,
      images,
      signal: new AbortController().signal,
      onProgress: () => {},
      log: { error: console.error },
      fetchPicture: async (url) => {
        fetched.push(url)
        return png
      },
      ...options,
    }
    await checkImports(all)
    await saveImports(all)
    await addImportPictures(all)
  }

  async function upload(csv: string | Uint8Array) {
    const { payload, headers } = buildMultipartForm({ file: typeof csv === 'string' ? Buffer.from(csv) : csv })
    return request('POST', '/products/imports', { payload, headers, cookies })
  }

  async function uploadZip(id: string, zip: Uint8Array) {
    const { payload, headers } = buildMultipartForm({ zip })
    return request('POST', `/products/imports/${id}/pictures`, { payload, headers, cookies })
  }

  const read = async (id: string) => (await request('GET', `/products/imports/${id}`, { cookies })).json<ImportDetail>()
  const readItems = async (id: string, query = '') =>
    (await request('GET', `/products/imports/${id}/items${query}`, { cookies })).json<{ items: ImportItem[] }>().items
  const start = (id: string, version: number) => request('POST', `/products/imports/${id}/run`, { cookies, body: { version } })

  const change = (id: string, body: object) => request('PATCH', `/products/imports/${id}`, { cookies, body })

  /** Uploads a file and checks it. */
  async function check(csv: string | Uint8Array): Promise<ImportDetail> {
    const reply = await upload(csv)
    expect(reply.statusCode, reply.body).toBe(201)
    await work()
    return read(reply.json()._id)
  }

  /** Runs a checked import to its end. */
  async function run({ _id, version }: ImportDetail): Promise<ImportDetail> {
    const reply = await start(_id, version)
    expect(reply.statusCode, reply.body).toBe(200)
    await work()
    return read(_id)
  }

  /** Checks lines of a CSV file. */
  async function plan(rows: readonly Cells[]) {
    const checked = await check(buildCsv(rows))
    return { checked, items: await readItems(checked._id) }
  }

  /** Checks an import again with other choices. */
  async function recheck({ _id: id, version, columns, categories, options }: ImportDetail, changes: Partial<ImportDetail>) {
    const body = { version, columns: columns.map(({ field }) => field), categories, options, ...changes }
    expect((await change(id, body)).statusCode).toBe(200)
    await work()
    return { checked: await read(id), items: await readItems(id) }
  }

  return {
    request,
    database,
    cookies,
    png,
    fetched,
    work,
    upload,
    uploadZip,
    read,
    readItems,
    start,
    check,
    run,
    importFile: async (csv: string | Uint8Array) => run(await check(csv)),
    plan,
    recheck,
    change,
    /** Products on sale that this text finds. */
    find: async (q: string) =>
      (await request('GET', `/products/admin?q=${encodeURIComponent(q)}`, { cookies })).json<{ products: AdminProduct[] }>().products,
  }
}
