import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { readPdfPages } from '#testing/pdf-text.ts'
import { collectMails } from '#testing/send-mails.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database, images } = shop
const { cookies, read, transition, placeInvoiced } = await createTaxedOrders(shop)
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })

async function setTax(change: object) {
  const { value, version } = (await request('GET', '/settings', { cookies })).json().groups.tax
  const saved = await request('PATCH', '/settings/tax', { cookies, body: { version, value: { ...value, ...change } } })
  const body = { version: saved.json().state.version }
  expect((await request('POST', '/settings/tax/publish', { cookies, body })).statusCode).toBe(200)
}

/** The mails that wait, also those of moves that can still be undone. */
async function collect() {
  await database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()` }).execute()
  return collectMails(shop)
}

/** Delivers an order and returns the mails about it that follow the one that it is shipped. */
async function deliver() {
  const id = await placeInvoiced([tee])
  await transition(id, 'Shipped')
  const shipped = await collect()
  await transition(id, 'Delivered')
  return { id, shipped, delivered: await collect() }
}

test('the mail about the delivery has no attachment by default', async () => {
  const { shipped, delivered } = await deliver()
  expect(delivered).toHaveLength(1)
  for (const mail of [...shipped, ...delivered]) expect(mail.attachments).toBeUndefined()
})

test('the mail about the delivery, and no other one, has the invoice with the signature when that is switched on', async () => {
  const picture = sharp({ create: { width: 30, height: 10, channels: 4, background: { r: 0, g: 0, b: 99, alpha: 0.5 } } })
  await images.write('masters/brand-0123456789abcdef.webp', await picture.webp({ lossless: true }).toBuffer())
  await setTax({ attachInvoice: 'on', signature: '/brand/0123456789abcdef' })
  const { id, shipped, delivered } = await deliver()
  for (const mail of shipped) expect(mail.attachments).toBeUndefined()
  const written = (await read(id)).documents?.[0]?.written ?? ''
  const [attachment, ...others] = delivered.flatMap(({ attachments = [] }) => attachments)
  expect(others).toEqual([])
  expect(attachment).toMatchObject({ filename: `${written.replaceAll('/', '-')}.pdf`, contentType: 'application/pdf' })
  const content = attachment?.content ?? Buffer.of()
  expect(readPdfPages(content).join()).toContain(written)
  expect(content.toString('latin1')).toContain('/Subtype /Image')
})

test('an order without an invoice has none', async () => {
  const id = await placeInvoiced([tee], { state: 'Atlantis' })
  for (const to of ['Shipped', 'Delivered']) await transition(id, to)
  const mails = await collect()
  expect((await read(id)).orderStatus).toBe('Delivered')
  expect(mails.map(({ about }) => about.event)).toContain('Delivered')
  expect(mails.flatMap(({ attachments = [] }) => attachments)).toEqual([])
})
