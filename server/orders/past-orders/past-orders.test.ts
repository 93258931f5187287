import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { pastOrderTexts as texts } from '#contract/orders/past-order-limits.ts'
import type { PastOrder } from '#contract/orders/past-orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()

beforeEach(async () => {
  await database.deleteFrom('past_order_imports').execute()
})

type Result = CallReply<'POST /past-orders/import'>
async function send(call: 'check' | 'import', lines: readonly string[]) {
  const form = buildMultipartForm({ file: Buffer.from(lines.join('\n')) })
  return request('POST', `/past-orders/${call}`, { cookies, ...form })
}
const importFile = async (lines: readonly string[]) => (await send('import', lines)).json<Result>()
const find = async (q: string) =>
  (await request('GET', `/past-orders?${new URLSearchParams({ q })}`, { cookies })).json<{ orders: PastOrder[] }>().orders

/** The header of Shopify's orders_export.csv, as it has been since 2021. */
const shopifyHeader =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount'

/** A line with these cells. */
const toLine = (header: string, cells: Readonly<Record<string, string>>) =>
  header
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',')

const shopifyOrder = {
  Name: '#1001',
  Email: 'Asha@Example.com',
  'Financial Status': 'paid',
  'Fulfillment Status': 'fulfilled',
  Currency: 'INR',
  Total: '1798.00',
  'Created at': '2026-05-01 09:59:00 +0530',
  'Lineitem quantity': '2',
  'Lineitem name': 'Kurinji tee - M',
  'Lineitem price': '799.00',
  'Lineitem sku': 'KUR-M',
  'Billing Name': 'Asha Rao',
  'Shipping Address1': '12 Lake Road',
  'Shipping City': 'Bengaluru',
  'Shipping Zip': "'560001",
  'Shipping Phone': '+91 98765 43210',
  'Refunded Amount': '0.00',
}

test('an export of orders from Shopify is one order for all lines of a number', async () => {
  const result = await importFile([
    shopifyHeader,
    toLine(shopifyHeader, shopifyOrder),
    toLine(shopifyHeader, {
      Name: '#1001',
      Email: 'asha@example.com',
      'Lineitem quantity': '1',
      'Lineitem name': 'Socks',
      'Lineitem price': '200.00',
    }),
    toLine(shopifyHeader, { ...shopifyOrder, Name: '#1002', Currency: 'USD' }),
    toLine(shopifyHeader, { ...shopifyOrder, Name: '#1003', 'Cancelled at': '2026-05-02 10:00:00 +0530' }),
  ])
  expect(result.counts).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 1 })
  expect(result.lines[0]).toMatchObject({ line: 4, number: '#1002', reason: texts.currency('USD') })
  expect(await find('#1001')).toMatchObject([
    {
      number: '#1001',
      placedOn: '2026-05-01',
      lastReturnDay: null,
      status: 'fulfilled',
      payment: 'paid',
      name: 'Asha Rao',
      phone: '9876543210',
      email: 'asha@example.com',
      address: '12 Lake Road, Bengaluru, 560001',
      total: 1798,
      items: [
        { name: 'Kurinji tee - M', sku: 'KUR-M', quantity: 2, price: 799 },
        { name: 'Socks', quantity: 1, price: 200 },
      ],
    },
  ])
  expect(await find('1003')).toMatchObject([{ status: 'cancelled' }])
})

test.each([
  [
    'Advanced Order Export',
    [
      'Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Phone (Billing),Payment Method Title,Order Total Amount,Order Refund Amount,SKU,Item Name,Quantity (- Refund),Item Cost',
      '501,completed,2026-01-15 12:00,Asha,Rao,asha@example.com,09876543210,Cash on delivery,1598,0,KUR-M,Kurinji tee,2,799',
    ],
  ],
  [
    'WebToffee',
    [
      'order_id,order_number,order_date,paid_date,status,order_total,order_currency,payment_method_title,customer_email,billing_first_name,billing_last_name,billing_email,billing_phone,line_item_1,line_item_2',
      '77,501,2026-01-15 12:00:00,,completed,1598.00,INR,Cash on delivery,asha@example.com,Asha,Rao,asha@example.com,9876543210,name:Kurinji tee|product_id:9|sku:KUR-M|quantity:2|total:1598,',
    ],
  ],
  [
    'WooCommerce Analytics',
    [
      'Date,Order #,Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue',
      '2026-01-15 12:00:00,501,completed,Asha Rao,new,2× Kurinji tee,2,,1598',
    ],
  ],
])('an export of orders of WooCommerce is read: %s', async (_name, lines) => {
  expect((await importFile(lines)).counts).toMatchObject({ new: 1, refused: 0 })
  expect(await find('501')).toMatchObject([
    { number: '501', placedOn: '2026-01-15', name: 'Asha Rao', items: [{ name: 'Kurinji tee', quantity: 2 }] },
  ])
})

describe('a file of orders', () => {
  const header =
    'Order,Placed (IST),Delivered (IST),Status,Payment,First name,Last name,Phone,Email,Product,Size,Quantity,Price,To pay,Refunded'
  const line = 'LL-000001,2026-05-01 10:00,2026-05-04 12:00,Delivered,Paid,Asha,Rao,9876543210,asha@example.com,Tee,M,1,799,799,0'

  test('of this shop gives the day of delivery and the last day of returns', async () => {
    await importFile([header, line])
    const [order] = await find('asha')
    expect(order).toMatchObject({ deliveredOn: '2026-05-04', items: [{ name: 'Tee', size: 'M', quantity: 1, price: 799 }] })
    const { policies } = (await request('GET', '/settings', { cookies })).json().groups
    const days = (Date.parse(order?.lastReturnDay ?? '') - Date.parse('2026-05-04')) / 86_400_000
    expect(days).toBe(policies.value.returnWindowDays)
  })

  test('is checked without a change, and what cannot be understood is an error of its order', async () => {
    const result = (
      await send('check', [
        header,
        line,
        ',2026-05-01,,,,,,,,,,,,,',
        'A1,,,,,,,,,,,,,,',
        'A2,32/13/2026,,,,,,,,,,,,,',
        'A3,2999-01-01,,,,,,,,,,,,,',
        'A4,2026-05-01,,,,,,,,,,,,12;99,',
        'A5,2026-05-01,,,,,,9.87654E+09,,,,,,,',
        'A6,2026-05-01,,,,,,12345,nobody,,,,,,',
        `${'9'.repeat(61)},2026-05-01,,,,,,,,,,,,,`,
      ])
    ).json<Result>()
    expect(result.counts).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 7 })
    expect(result.lines.map(({ line, reason }) => [line, reason])).toEqual([
      [3, texts.noNumber],
      [4, texts.noDate],
      [5, texts.date('32/13/2026')],
      [6, texts.dateInFuture],
      [7, texts.amount('12;99')],
      [8, 'The spreadsheet has shortened the phone 9.87654E+09. Format its column as text, and enter all digits again.'],
      [10, texts.numberTooLong],
      [9, `${texts.phoneLeftOut} ${texts.emailLeftOut}`],
      [2, null],
    ])
    expect(await find('asha')).toEqual([])
  })

  test('that is imported again adds nothing, and its import can be undone', async () => {
    await importFile([header, line])
    expect((await importFile([header, line])).counts).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 0 })
    const { imports } = (await request('GET', '/past-orders/imports', { cookies })).json()
    expect(imports).toMatchObject([{ orders: 1 }])
    expect((await request('DELETE', `/past-orders/imports/${imports[0]._id}`, { cookies })).statusCode).toBe(200)
    expect(await find('asha')).toEqual([])
    expect((await request('DELETE', `/past-orders/imports/${imports[0]._id}`, { cookies })).statusCode).toBe(404)
  })

  test('without orders or columns is refused with a sentence', async () => {
    const reply = await send('check', ['a,b', '1,2'])
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { file: texts.columns }])
    expect((await send('check', [header])).json().fields).toEqual({ file: texts.noLines })
  })

  test('changes no figure of the shop, and is shown at its customer', async () => {
    const tee = await createTestProduct({ database })
    const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, phone: '+91 98765 43210', email: 'new@example.com' } }
    const { order } = (await request('POST', '/guest/cashondelivery', { body })).json()
    const read = async () => (await request('GET', `/customers/${order._id}`, { cookies })).json()
    const before = await read()
    await importFile([header, line])
    const after = await read()
    expect(after.pastOrders).toMatchObject([{ number: 'LL-000001' }])
    expect({ ...after, pastOrders: [] }).toEqual({ ...before, pastOrders: [] })
  })

  test('is in the copy of a person, and an erasure deletes its orders', async () => {
    await importFile([
      header,
      line,
      line.replace('LL-000001', 'LL-2').replace('9876543210,asha@example.com', '9876500000,other@example.com'),
    ])
    const copy = await request('POST', '/users/guest-data', { cookies, body: { email: 'ASHA@example.com', phone: '' } })
    expect(copy.json().data.pastOrders).toMatchObject([{ number: 'LL-000001', total: 799 }])
    await request('POST', '/users/data-requests', {
      cookies,
      body: { kind: 'erasure', email: 'asha@example.com', name: 'Asha', phone: '', details: '' },
    })
    const { rows } = await sql<{ id: string }>`select id from data_requests where closed_at is null order by requested_at desc`.execute(
      database,
    )
    await request('POST', `/users/data-requests/${rows[0]?.id}/close`, { cookies, body: { note: 'Done.' } })
    expect((await find('LL')).map(({ number }) => number)).toEqual(['LL-2'])
  })
})
