import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { mountSmallDisk } from '#testing/small-disk.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { startEmbeddedPostgres } from '../adapters/embedded-postgres/embedded-postgres.ts'
import { createDiskImages } from '../adapters/images-disk.ts'
import { writeBackup } from '../backups/write-backup.ts'
import { migrate } from '../database/migrate.ts'
import type { Tables } from '../database/schema.ts'

type Tee = Awaited<ReturnType<typeof createTestProduct>>

const order = ({ request, tee }: Pick<TestApp, 'request'> & { tee: Tee }) =>
  request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })

function expectUnavailable(reply: LightMyRequestResponse): void {
  expect(reply.json()).toMatchObject({ code: 'unavailable', error: 'The shop is not available right now. Please try again in a moment.' })
  expect(reply.statusCode).toBe(503)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
}

async function countOrders(database: Kysely<Tables>): Promise<number> {
  return (await database.selectFrom('orders').select('id').execute()).length
}

const createNoSpaceError = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

test('while the database reports a full disk orders fail with 503 and change nothing, and products are still shown', async () => {
  const { request, database } = await createTestApp()
  const tee = await createTestProduct({ database })
  await sql`
    create function raise_disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1": No space left on device' using errcode = 'disk_full'; end $$
  `.execute(database)
  await sql`create trigger disk_full before insert on order_lines execute function raise_disk_full()`.execute(database)
  expectUnavailable(await order({ request, tee }))
  expect((await request('GET', `/products/${tee.id}`)).json().stock).toBe(10)
  expect(await countOrders(database)).toBe(0)
  await sql`drop trigger disk_full on order_lines`.execute(database)
  expect((await order({ request, tee })).statusCode).toBe(201)
})

test('when an image cannot be stored the product is not created, and orders go on', async () => {
  const { request, app, database, images } = await createTestApp()
  const { cookies } = await signInAdministrator({ request, database })
  const form = buildMultipartForm({
    name: 'Neem Tee',
    description: 'Soft.',
    price: '799',
    stock: '12',
    category: 'TEE',
    image: await createTestImage().png().toBuffer(),
  })
  const send = () => request('POST', '/products/createProduct', { ...form, cookies })
  const writing = vi.spyOn(images, 'write').mockRejectedValue(createNoSpaceError())
  const refused = await send()
  expect([refused.statusCode, refused.json()]).toMatchObject([
    503,
    { code: 'image_not_kept', fields: { image: 'The image could not be stored right now. Please try again in a moment.' } },
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await database.selectFrom('products').select('id').execute()).toEqual([])
  const tee = await createTestProduct({ database })
  expect((await order({ request, tee })).statusCode).toBe(201)
  writing.mockRestore()
  const { product } = (await send()).json()

  vi.spyOn(images, 'write').mockRejectedValue(createNoSpaceError())
  const image = await app.inject({ url: product.image.replace('800', '320') })
  expect([image.statusCode, image.headers['content-type']], 'a variant that cannot be stored is still served').toEqual([200, 'image/webp'])
})

/** A real full disk; where none can be mounted, only the tests above run. */
const disk = mountSmallDisk({ megabytes: 200 })
afterAll(() => disk?.remove())

if (disk) {
  test('a full disk loses no acknowledged order, even when it ends the database', async () => {
    const dataDir = join(disk.folder, 'data')
    const onUnexpectedExit = vi.fn()
    const first = await startEmbeddedPostgres({ dataDir, onUnexpectedExit })
    const proxy = await startDatabaseProxy(first.connection)
    onTestFinished(proxy.close)
    const { user, database: name } = first.connection
    const { request, database } = await createTestApp({
      overrideConnection: async () => ({ host: '127.0.0.1', port: proxy.port, user, database: name }),
    })
    await migrate({ database })
    const tee = await createTestProduct({ database, stock: 100_000 })
    let placed = 0
    const orderNext = async () => {
      const reply = await order({ request, tee })
      if (reply.statusCode === 201) placed += 1
      else expectUnavailable(reply)
      return reply.statusCode
    }
    expect(await orderNext()).toBe(201)

    disk.fill()
    // Orders that fit into allocated pages still succeed.
    await expect.poll(orderNext, { interval: 1 }).toBe(503)
    expect((await request('GET', `/products/${tee.id}`)).json().stock).toBe(100_000 - placed)
    disk.clear()
    expect(await orderNext()).toBe(201)

    disk.fill()
    const hasExited = async () => {
      // PostgreSQL ends when it cannot create the next file of its write-ahead log.
      await sql`select pg_switch_wal()`.execute(database).catch(() => {})
      await orderNext()
      return onUnexpectedExit.mock.calls.length > 0
    }
    await expect.poll(hasExited, { interval: 1 }).toBe(true)
    expect(onUnexpectedExit).toHaveBeenCalledWith(expect.stringContaining('No space left on device'))
    expect(await orderNext()).toBe(503)
    disk.clear()
    const second = await startEmbeddedPostgres({ dataDir, onUnexpectedExit })
    onTestFinished(second.stop)
    proxy.restore(second.connection)
    await expect.poll(orderNext).toBe(201)
    expect(await countOrders(database)).toBe(placed)
    expect((await request('GET', `/products/${tee.id}`)).json().stock).toBe(100_000 - placed)
  })

  test('a failed image write leaves no file behind', async () => {
    const folder = join(disk.folder, 'images')
    const images = createDiskImages({ folder })
    await images.write('masters/first.webp', Buffer.alloc(1_000, 1))
    disk.fill()
    await expect(images.write('masters/second.webp', Buffer.alloc(1_000_000, 2))).rejects.toThrow()
    expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
    disk.clear()
    expect(await images.read('masters/second.webp')).toBeUndefined()
    await images.write('masters/second.webp', Buffer.alloc(1_000, 2))
    expect(await images.read('masters/second.webp')).toEqual(Buffer.alloc(1_000, 2))
  })
  test('a failed backup reports the reason and leaves no file behind', async () => {
    const { database, connection, images } = await createTestApp()
    for (const key of ['first', 'second']) {
      const { id } = await createTestProduct({ database })
      await database.updateTable('products').set({ image_key: key }).where('id', '=', id).execute()
      await images.write(`masters/${key}.webp`, randomBytes(10_000_000))
    }
    // The disk is full while an image is written and the next one waits.
    const reading = vi.spyOn(images, 'read').mockImplementationOnce((key) => {
      disk.fill()
      return images.read(key)
    })
    const folder = join(disk.folder, 'backups')
    const makeBackup = () => writeBackup({ file: join(folder, 'shop.tar.gz'), connection, images, secret: 'x' })
    await expect(makeBackup()).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(reading).toHaveBeenCalled()
    expect(readdirSync(folder)).toEqual([])
    disk.clear()
    await makeBackup()
    expect(readdirSync(folder)).toEqual(['shop.tar.gz'])
  })
}
