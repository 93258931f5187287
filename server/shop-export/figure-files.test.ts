import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openExportedShop, readTable } from '#testing/exported-shop.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { readZip } from '#testing/read-zip.ts'

test('the zip file has what figures are made of', async () => {
  const shop = await openExportedShop()
  const { request, database, cookies } = shop
  const tee = await createTestProduct({ database, price: 799, stock: 3 })
  const visit = { source: 'instagram', medium: 'story', clickName: 'gclid', clickId: 'Click-1' }
  const { _id: orderId, number } = (await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), visit } })).json()
    .order
  await sql`insert into purchase_reports (order_id, recipients, text_version, user_agent) values (${orderId}, 'both', '1', 'Browser')`.execute(
    database,
  )
  await sql`
    insert into settlement_rows (provider, settlement_id, entity_id, kind, amount_paise, fee_paise, tax_paise, debit_paise, credit_paise, utr, settled_on)
    values ('razorpay', 'setl_1', 'pay_1', 'payment', 159850, 3196, 488, 0, 156654, '=1', '2026-10-05')
  `.execute(database)
  await request('POST', '/figures/expenses', { cookies, body: { day: '2026-10-03', kind: 'rent', amount: '99.50', note: 'Shop 🏬' } })
  await request('PUT', '/figures/profit/rates', { cookies, body: { freight: 70.5, returnFreight: 90, feePercent: 2.36, version: 0 } })
  const id = await shop.start()
  await shop.run()
  const files = await readZip((await shop.download(id)).rawPayload)
  const read = (name: string) => readTable(files[`${name}.csv`])
  expect(read('order-sources')).toMatchObject([{ Order: number, Source: 'instagram', 'Click parameter': 'gclid', 'Click id': 'Click-1' }])
  expect(read('purchase-reports')).toMatchObject([{ Order: number, Companies: 'both', 'Withdrawn (IST)': '', 'Report to Meta': 'waiting' }])
  expect(files['purchase-reports.csv']).not.toContain('Browser')
  expect(read('settlements')).toMatchObject([{ Day: '2026-10-05', Entry: 'pay_1', Amount: '1598.5', Added: '1566.54', Matched: '' }])
  expect(read('expenses')).toMatchObject([{ Day: '2026-10-03', For: 'rent', Amount: '99.5', Note: 'Shop 🏬' }])
  expect(read('freight-and-fees')).toMatchObject([
    { 'Freight of a parcel': '70.5', 'Freight of a parcel that comes back': '90', 'Share of the provider in per cent': '2.36' },
  ])
})

test('the zip file has the sums of days that cannot be counted again, each row once', async () => {
  const shop = await openExportedShop()
  const { request, database } = shop
  const tee = await createTestProduct({ database, price: 799, stock: 3 })
  await sql`update products set handle = 'kurinji' where id = ${tee.id}`.execute(database)
  const { _id: orderId, number } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json().order
  await sql`
    insert into ucp_orders (order_id, session_id, agent_name, profile_url)
    values (${orderId}, gen_random_uuid(), 'Helper 🤖', 'https://helper.example/profile')
  `.execute(database)
  // More rows than are read at once, of which several have the same day and kind.
  await sql`
    insert into daily_order_sources (day, kind, source, medium, campaign, orders, cancelled, not_taken, returned, sold_paise)
    select '2026-01-01'::date + number / 300, 'visit', 'source ' || number % 3, '', 'campaign ' || number, 1, 0, 0, 0, 100
    from generate_series(1, 1200) as number
  `.execute(database)
  await sql`insert into daily_steps (day, step, visits) values ('2026-01-02', 'visit', 7), ('2026-01-02', 'cart', 3)`.execute(database)
  await sql`insert into visit_totals (day, visits) values ('2026-01-02', 40)`.execute(database)
  await sql`insert into daily_product_views (day, product_id, views) values ('2026-01-02', ${tee.id}, 9)`.execute(database)
  await sql`
    insert into daily_buyers (day, kind, source, persons, again, days_to_second, orders, unnamed)
    values ('2026-01-02', 'not known', '', 4, 1, 12, 6, 2)
  `.execute(database)
  await sql`insert into assistant_requests (day, agent, requests, last_at) values ('2026-01-02', 'helper.example', 5, now())`.execute(
    database,
  )
  const { _id: offerId } = (
    await request('POST', '/offers', {
      cookies: shop.cookies,
      body: { title: 'Ten', code: 'TEN', kind: 'percent', percent: 10, scope: { kind: 'all' } },
    })
  ).json().offer
  await sql`
    insert into daily_code_sales (day, offer_id, orders, cancelled, not_taken, returned, sold_paise, returned_paise)
    values ('2026-01-02', ${offerId}, 3, 1, 0, 1, 12050, 4000)
  `.execute(database)
  const id = await shop.start()
  await shop.run()
  const files = await readZip((await shop.download(id)).rawPayload)
  const read = (name: string) => readTable(files[`${name}.csv`])
  expect(new Set(read('sources-by-day').map(({ Campaign }) => Campaign)).size).toBe(1200)
  expect(read('sources-by-day').length).toBe(1200)
  expect(read('visits-by-day')).toMatchObject([
    { Day: '2026-01-02', Step: 'cart', Visits: '3' },
    { Day: '2026-01-02', Step: 'visit', Visits: '7' },
  ])
  expect(read('page-views-by-day')).toMatchObject([{ Day: '2026-01-02', Visits: '40' }])
  expect(read('product-views-by-day')).toMatchObject([{ Day: '2026-01-02', 'Product handle': 'kurinji', Views: '9' }])
  expect(read('buyers-by-day')).toMatchObject([{ Kind: 'not known', Source: '', Persons: '4', 'Orders until now': '6' }])
  expect(read('assistants-by-day')).toMatchObject([{ Day: '2026-01-02', Assistant: 'helper.example', Requests: '5' }])
  expect(read('codes-by-day')).toMatchObject([{ Code: 'TEN', Orders: '3', Sales: '120.5', 'Sales that came back': '40' }])
  expect(read('orders-of-assistants')).toMatchObject([
    { Order: number, Assistant: 'Helper 🤖', 'Profile of the assistant': 'https://helper.example/profile' },
  ])
})
