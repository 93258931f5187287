import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { customerImportTexts as texts } from '#contract/orders/customer-import-limits.ts'
import type { Customer } from '#contract/orders/customers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const tee = await createTestProduct({ database, price: 500, stock: 1_000 })

beforeEach(() =>
  database
    .deleteFrom('imported_customers')
    .execute()
    .then(() => {}),
)

type Result = CallReply<'POST /customers/import'>
async function send(call: 'check' | 'import', csv: string | readonly string[], more: Record<string, string> = {}) {
  const text = typeof csv === 'string' ? csv : csv.join('\n')
  const form = buildMultipartForm({ ...more, file: Buffer.from(text) })
  return request('POST', `/customers/${call}`, { cookies, ...form })
}
const importFile = async (csv: string | readonly string[], more?: Record<string, string>) =>
  (await send('import', csv, more)).json<Result>()
const find = async (q: string) =>
  (await request('GET', `/customers?${new URLSearchParams({ q })}`, { cookies })).json<CallReply<'GET /customers'>>().customers
const read = (id: string) => request('GET', `/customers/${id}`, { cookies })
const placeOrder = async (more: object) => {
  const body = { ...buildGuestOrder([{ ...tee, size: 'M' }]), deliveryAddress: { ...address, ...more } }
  return (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
}
const header = 'Name,Phone,Email,Consent,Consent date,Consent source'

describe('a file of customers', () => {
  test('is checked without a change, and each bad line is named with its reason', async () => {
    const csv = [
      header,
      'Asha Rao,+91 98765-00001,ASHA@example.com,yes,2024-05-01,newsletter form',
      ',,nobody@example.com,,,',
      'No contact,,,yes,2024-05-01,x',
      'Short,12345,,,,',
      'Foreign,+1 415 555 0100,,,,',
      'Bad mail,9876500002,nobody,,,',
      'Bad word,9876500003,,maybe,,',
      'Bad day,9876500004,,yes,31/02/2024,x',
      'Future,9876500005,,yes,2999-01-01,x',
      'Twice,09876500001,,,,',
      'No source,9876500006,,yes,2024-05-01,',
      `${'x'.repeat(121)},9876500007,,,,`,
      `Long source,9876500008,,yes,2024-05-01,${'x'.repeat(121)}`,
    ]
    const checked = (await send('check', csv)).json<Result>()
    expect(checked.counts).toEqual({ new: 3, changed: 0, unchanged: 0, refused: 10 })
    expect(checked.lines.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
      [4, 'refused', texts.noContact],
      [5, 'refused', texts.phone],
      [6, 'refused', texts.phone],
      [7, 'refused', texts.email],
      [8, 'refused', texts.consent],
      [9, 'refused', texts.consentDate],
      [10, 'refused', texts.consentDate],
      [11, 'refused', texts.twice(2)],
      [13, 'refused', texts.nameTooLong],
      [14, 'refused', texts.sourceTooLong],
      [12, 'new', texts.consentIncomplete],
      [2, 'new', null],
      [3, 'new', null],
    ])
    expect(await find('asha@example.com')).toEqual([])
    expect((await importFile(csv)).counts).toEqual(checked.counts)
    expect((await importFile(csv)).counts).toEqual({ new: 0, changed: 0, unchanged: 3, refused: 10 })
    expect(await find('98765 00001')).toMatchObject([
      {
        name: 'Asha Rao',
        phone: '9876500001',
        email: 'asha@example.com',
        orders: 0,
        lastOrderAt: null,
        account: null,
        consent: { given: true, on: '2024-05-01', source: 'newsletter form' },
      },
    ])
    expect(await find('nobody@example.com')).toMatchObject([{ name: 'nobody@example.com', phone: '', consent: null }])
  })

  test('whose last line is cut off is imported without it', async () => {
    const { counts, lines } = await importFile([
      'Name,Phone,Email,Consent',
      'Whole,9822000001,whole@example.com,no',
      'Cut,9822000002,cut@example.c',
    ])
    expect([counts, lines[0]?.reason]).toEqual([
      { new: 1, changed: 0, unchanged: 0, refused: 1 },
      'Line 3, the last one of the file, is cut off. Download the file again, and upload the whole of it.',
    ])
  })

  test('whose phones a spreadsheet has shortened says so', async () => {
    const { lines } = await importFile(['Name,Phone,Email,Consent', 'Short,9.87654E+09,short@example.com,no'])
    expect(lines[0]?.reason).toBe(
      'The spreadsheet has shortened the phone 9.87654E+09. Format its column as text, and enter all digits again.',
    )
  })

  test('of Shopify takes the date and source of its consents from the form', async () => {
    const csv = [
      'First Name,Last Name,Email,Accepts Email Marketing,Default Address Phone,Phone',
      "Meera,Iyer,meera@example.com,yes,'+919876500011,",
      'Ravi,,ravi@example.com,no,,',
    ]
    expect((await importFile(csv)).lines[0]).toMatchObject({ outcome: 'new', reason: texts.consentIncomplete })
    const consent = { consentDate: '2023-02-01', consentSource: 'Shopify checkout' }
    expect((await importFile(csv, consent)).counts).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await find('9876500011')).toMatchObject([
      { name: 'Meera Iyer', consent: { given: true, on: '2023-02-01', source: 'Shopify checkout' } },
    ])
    expect(await find('ravi')).toMatchObject([{ consent: null }])
    expect((await send('check', csv, { ...consent, consentDate: '2999-01-01' })).json().fields).toEqual({
      consentDate: 'This day is in the future.',
    })
  })

  test('changes a consent only by a newer decision', async () => {
    const at = async (consent: string, day: string) =>
      (await importFile([header, `Asha,9876500021,,${consent},${day},form`])).lines[0]?.reason
    const consent = async () => (await find('9876500021'))[0]?.consent
    await at('yes', '2024-05-01')
    await at('no', '2024-06-01')
    expect(await at('yes', '2024-05-15')).toBe(texts.laterDecision)
    expect(await consent()).toMatchObject({ given: false, on: '2024-06-01' })
    await at('yes', '2024-07-01')
    expect(await consent()).toMatchObject({ given: true, on: '2024-07-01' })
    await at('no', '')
    expect(await consent()).toMatchObject({ given: false, source: 'import' })
  })

  test('adds the phone of a person who was known by email, and leaves values that it has no cells for', async () => {
    await importFile([header, 'Asha,,asha@example.com,yes,2024-05-01,form'])
    expect((await importFile(['Phone;E-mail', '9876500031;asha@example.com'])).counts).toMatchObject({ changed: 1 })
    expect(await find('asha@example.com')).toMatchObject([{ name: 'Asha', phone: '9876500031', consent: { given: true } }])
    // A family shares an email.
    expect((await importFile(['Phone;E-mail', '9876500032;asha@example.com'])).counts).toMatchObject({ new: 1 })
  })

  test.each([
    ['Name,City\nAsha,Pune', texts.columns],
    [header, texts.noLines],
    [`Phone\n${'9876500001\n'.repeat(50_001)}`, texts.tooManyLines],
  ])('%# without people is refused', async (csv, text) => {
    const reply = await send('check', csv)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { file: text }])
  })

  test('of 30,000 lines is imported, and twice at the same time adds nobody twice', async () => {
    const csv = ['Name,Phone', ...Array.from({ length: 30_000 }, (_, index) => `Many ${index},${9_000_000_000 + index}`)]
    const results = await Promise.all([importFile(csv), importFile(csv)])
    expect(results.map(({ counts }) => [counts.new, counts.unchanged]).toSorted()).toEqual([
      [0, 30_000],
      [30_000, 0],
    ])
    expect(await find('many 29999')).toMatchObject([{ phone: '9000029999' }])
    const { total } = (await request('GET', '/customers', { cookies })).json<CallReply<'GET /customers'>>()
    expect(total).toBeGreaterThanOrEqual(30_000)
  })
})

describe('an imported customer', () => {
  test('is one with the orders of the phone, and is found by both names', async () => {
    const order = await placeOrder({ phone: '9876500041', firstName: 'Meera' })
    const stored = JSON.stringify({ ...address, firstName: 'Meera', phone: '+91 98765-00041' })
    await database.updateTable('orders').set({ delivery_address: stored }).where('id', '=', order._id).execute()
    await importFile([header, 'Mira Old,9876500041,old@example.com,yes,2024-05-01,form'])
    const expected = { _id: order._id, name: 'Meera Rao', orders: 1, consent: { given: true, on: '2024-05-01', source: 'form' } }
    for (const q of ['9876500041', 'mira old', 'old@example.com', 'meera']) expect(await find(q), q).toMatchObject([expected])
    const next = await placeOrder({ phone: '9876500041' })
    expect(await find('mira old')).toMatchObject([{ _id: next._id, orders: 2, importedAt: expect.any(String) }])
  })

  test('without a phone is one with the orders of the email', async () => {
    const order = await placeOrder({ phone: '9876500042', email: 'Kavya@Example.com' })
    await importFile([header, 'Kavya,,kavya@example.com,,,'])
    expect(await find('kavya@example.com')).toMatchObject([{ _id: order._id }])
  })

  test('is one with the orders of an account, whose later decision counts', async () => {
    const shopper = await signInShopper({ request })
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: { ...address, phone: '9876500043' } })
    await importFile([header, 'Shopper,9876500043,,yes,2024-05-01,form'])
    expect(await find('9876500043')).toMatchObject([{ account: { _id: shopper._id }, consent: { given: true, source: 'form' } }])
    const decide = (given: boolean) =>
      request('POST', '/users/account/consents', { cookies: shopper.cookies, body: { purpose: 'marketing', given } })
    await decide(true)
    await decide(false)
    expect(await find('9876500043')).toMatchObject([{ consent: { given: false, source: 'account page' } }])
  })

  test('without orders is read by its id, and has no account', async () => {
    await importFile([header, 'Asha,9876500044,,,,'])
    const [{ _id }] = (await find('9876500044')) as [Customer]
    expect((await read(_id)).json()).toMatchObject({ customer: { _id, name: 'Asha', orders: 0 }, addresses: [], orders: [] })
    const { users } = (await request('GET', '/users/getUsers?page=1&q=asha', { cookies })).json()
    expect(users).toEqual([])
  })

  test('withdraws the consent, and is deleted while orders stay', async () => {
    const order = await placeOrder({ phone: '9876500045' })
    await importFile([header, 'Asha,9876500045,,yes,2024-05-01,form'])
    expect((await request('POST', `/customers/${order._id}/withdraw-consent`, { cookies })).statusCode).toBe(200)
    expect(await find('9876500045')).toMatchObject([{ consent: { given: false, source: 'administrator' } }])
    expect((await request('DELETE', `/customers/${order._id}`, { cookies })).statusCode).toBe(200)
    expect(await find('9876500045')).toMatchObject([{ orders: 1, importedAt: null, consent: null }])
    for (const id of [order._id, 'nobody', '00000000-0000-7000-8000-000000000000'])
      expect((await request('DELETE', `/customers/${id}`, { cookies })).statusCode).toBe(404)
  })
})

describe('the export of customers', () => {
  const exportFile = (who = 'all') => request('GET', `/customers/export?who=${who}`, { cookies })

  test('has everybody once, without formulas, and is imported again without a change', async () => {
    await placeOrder({ phone: '9876500051', firstName: '=cmd()' })
    await importFile([header, '"=HYPERLINK(""http://evil"")",9876500052,,yes,2024-05-01,=form', '@Sum,9876500053,,no,2024-05-01,form'])
    const { body, headers } = await exportFile()
    expect(headers['content-disposition']).toMatch(/^attachment; filename="customers-\d/)
    expect(body).toContain("'=cmd() Rao,9876500051,")
    expect(body).toContain(`"'=HYPERLINK(""http://evil"")",9876500052,,,0,0,,yes,2024-05-01,'=form`)
    expect(body).not.toMatch(/(^|,)"?[=+@]/m)
    expect(body.match(/98765000(51|52|53)/g)?.toSorted()).toEqual(['9876500051', '9876500052', '9876500053'])
    const before = await database.selectFrom('imported_customers').selectAll().orderBy('id').execute()
    await importFile(body)
    const phones = before.map(({ phone }) => phone ?? '')
    expect(await database.selectFrom('imported_customers').selectAll().where('phone', 'in', phones).orderBy('id').execute()).toEqual(before)
  })

  test('of those who agreed has nobody else, and shoppers who agreed on the account page', async () => {
    await importFile([
      header,
      'Agreed,9876500061,,yes,2024-05-01,form',
      'Refused,9876500062,,no,2024-05-01,form',
      'Never asked,9876500063,,,,',
    ])
    const shopper = await signInShopper({ request })
    await database.updateTable('users').set({ verified_email: 'agreed@example.com' }).where('id', '=', shopper._id).execute()
    await request('POST', '/users/account/consents', { cookies: shopper.cookies, body: { purpose: 'marketing', given: true } })
    const { body } = await exportFile('consented')
    const lines = body.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(['Agreed', shopper.name])
    expect(lines[1]).toContain('agreed@example.com')
  })

  test('needs the PIN again', async () => {
    await sql`update sessions set proven_at = now() - interval '16 minutes'`.execute(database)
    expect((await exportFile()).json().code).toBe('reauthentication_required')
    await sql`update sessions set proven_at = now()`.execute(database)
  })
})

describe('the erasure of a person', () => {
  test('who is entered by hand deletes what was imported, and an access request does not', async () => {
    await importFile([header, 'Asha,9876500071,asha71@example.com,,,', 'Ravi,,ravi71@example.com,,,'])
    const guestData = await request('POST', '/users/guest-data', { cookies, body: { phone: '9876500071' } })
    expect(guestData.json().data.importedDetails).toMatchObject([{ name: 'Asha', email: 'asha71@example.com' }])
    const close = async (kind: string, contact: object) => {
      await request('POST', '/users/data-requests', { cookies, body: { kind, ...contact } })
      const { requests } = (await request('GET', '/users/data-requests?state=open', { cookies })).json()
      await request('POST', `/users/data-requests/${requests[0]._id}/close`, { cookies, body: { note: 'Done' } })
    }
    await close('access', { phone: '9876500071' })
    expect(await find('9876500071')).toHaveLength(1)
    await close('erasure', { phone: '9876500071' })
    await close('erasure', { email: 'RAVI71@example.com' })
    expect([...(await find('9876500071')), ...(await find('ravi71'))]).toEqual([])
  })
})
