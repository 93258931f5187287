import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { requireStatus } from '#testing/require-status.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const tee = await createTestProduct({ database, stock: 1_000, name: 'Plain tee', price: 499 })
const kurta = await createTestProduct({ database, stock: 1_000, name: 'Long kurta', price: 1_250, category: 'HOODIE' })

type File = CallReply<'POST /order/admin/booking-file'>

let counter = 0

async function placeOrder({
  statuses = ['Confirmed', 'Packed'],
  deliveryAddress = {},
  items = [tee],
  note,
}: {
  statuses?: readonly string[]
  deliveryAddress?: object
  items?: readonly (typeof tee & { quantity?: number })[]
  note?: string
} = {}): Promise<{ id: string; number: string }> {
  counter += 1
  const body = {
    ...buildGuestOrder(items),
    note,
    deliveryAddress: { ...address, email: `booking${counter}@example.com`, ...deliveryAddress },
  }
  const { _id: id, number } = requireStatus(await request('POST', '/guest/cashondelivery', { body }), 201).json().order
  for (const to of statuses) requireStatus(await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } }), 200)
  return { id, number }
}

const book = (numbers: readonly string[], format = 'delhivery') =>
  request('POST', '/order/admin/booking-file', { cookies, body: { numbers, format } })

async function readFile(numbers: readonly string[], format?: string): Promise<File & { rows: Record<string, string>[] }> {
  const file = requireStatus(await book(numbers, format), 200).json<File>()
  return { ...file, rows: file.csv === '' ? [] : parse(file.csv, { bom: true, columns: true }) }
}

async function draftParcelSettings(change: object) {
  const { value, version } = (await request('GET', '/settings', { cookies })).json().groups.parcels
  return request('PATCH', '/settings/parcels', { cookies, body: { version, value: { ...value, ...change } } })
}

async function saveParcelSettings(change: object): Promise<void> {
  const { version } = requireStatus(await draftParcelSettings(change), 200).json().state
  requireStatus(await request('POST', '/settings/parcels/publish', { cookies, body: { version } }), 200)
}

describe('a file of bookings', () => {
  test('has a row for each item at Delhivery, with the amount to collect, the weight and the box', async () => {
    const { number } = await placeOrder({ items: [{ ...tee, quantity: 2 }, kurta], deliveryAddress: { landmark: 'Opposite the temple' } })
    const { rows, parcels, fileName, leftOut } = await readFile([number.toLowerCase()])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      '*Sale Order Number': number,
      '*Payment Mode': 'COD',
      'COD Amount': '2248',
      '*Customer Name': `${address.firstName} ${address.lastName}`,
      '*Customer Phone': address.phone,
      '*Shipping Pincode': address.pinCode,
      '*Item Sku Name': 'Plain tee',
      '*Quantity Ordered': '2',
      '*Unit Item Price': '499',
      'Packaged Product Weight (gm)': '900',
    })
    expect(rows[0]?.['*Shipping Address Line1']).toContain('Opposite the temple')
    expect(rows[1]).toMatchObject({ '*Sale Order Number': number, '*Item Sku Name': 'Long kurta', '*Quantity Ordered': '1' })
    expect(parcels).toEqual([{ number, weightGrams: 900, volumetricGrams: 493, toCollect: 2_248, notes: [] }])
    expect(leftOut).toEqual([])
    expect(fileName).toMatch(/^bookings-delhivery-\d{4}-\d\d-\d\d\.csv$/)
  })

  test.each([
    [
      'shiprocket',
      { '*Payment Method(COD/Prepaid)': 'COD', '*Partial COD (Yes/No)': 'No', '*Weight Of Shipment(kg)': '0.3', '*Length (cm)': '28' },
    ],
    ['dtdc', { 'COD Amount': '499', 'Weight (kg)': '0.3', 'Destination Pincode': address.pinCode }],
    [
      'india-post',
      { 'CODR/COD': 'COD', 'VALUE FOR CODR/COD': '499', 'PHYSICAL WEIGHT': '300', 'LENGTH ': '28', 'RECEIVER MOBILE NO': address.phone },
    ],
  ])('in the columns of %s says what is collected', async (format, cells) => {
    const { number } = await placeOrder()
    const { rows } = await readFile([number], format)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject(cells)
    expect(Object.values(rows[0] ?? {})).toContain(number)
  })

  test('of Blue Dart needs the code of the customer, and says COD in two columns', async () => {
    const { number } = await placeOrder()
    const refused = await book([number], 'blue-dart')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields.format).toContain('customer code of Blue Dart')
    await saveParcelSettings({ blueDartArea: 'HYD', blueDartCustomer: '302282' })
    const { rows } = await readFile([number], 'blue-dart')
    expect(rows[0]).toMatchObject({ 'Billing Customer Code *': '302282', 'Sub Product Code': 'C', 'Collectable Amount': '499' })
  })

  test('has the note of the shopper where the courier takes one', async () => {
    const { number } = await placeOrder({ note: 'Call first,\nsecond gate' })
    expect((await readFile([number], 'shiprocket')).rows[0]?.Comment).toBe('Call first, second gate')
    expect((await readFile([number], 'blue-dart')).rows[0]?.['Special Instruction']).toBe('Call first, second gate')
    await saveParcelSettings({ ownColumns: 'Ref = {number}\nRemark = {note}' })
    expect((await readFile([number], 'own')).rows).toEqual([{ Ref: number, Remark: 'Call first, second gate' }])
  })

  test('says when the courier takes whole rupees only', async () => {
    const shirt = await createTestProduct({ database, stock: 10, price: 499.5 })
    const { number } = await placeOrder({ items: [shirt] })
    const { rows, parcels } = await readFile([number], 'india-post')
    expect([rows[0]?.['VALUE FOR CODR/COD'], parcels[0]?.notes]).toEqual([
      '500',
      ['₹499.50 to collect is ₹500: this courier takes whole rupees.'],
    ])
  })

  test('of a paid order collects nothing', async () => {
    const { id, number } = await placeOrder()
    await database
      .updateTable('orders')
      .set({ payment_status: 'Paid', collect_paise: 0 as never })
      .where('id', '=', id)
      .execute()
    const { rows, parcels } = await readFile([number], 'india-post')
    expect(rows[0]).toMatchObject({ 'CODR/COD': '', 'VALUE FOR CODR/COD': '' })
    expect(parcels[0]?.toCollect).toBe(0)
  })

  test('leaves out what cannot be sent, with the reason', async () => {
    const [unconfirmed, left, booked, cancelled, ready] = [
      await placeOrder({ statuses: [] }),
      await placeOrder({ statuses: ['Confirmed', 'Packed', 'Shipped'] }),
      await placeOrder(),
      await placeOrder({ statuses: ['Cancelled'] }),
      await placeOrder({ statuses: ['Confirmed'] }),
    ]
    const { version } = (await request('GET', `/order/admin/${booked.id}`, { cookies })).json()
    const shipment = { courier: 'delhivery', trackingNumber: 'BOOKED0001', version }
    requireStatus(await request('POST', `/order/admin/${booked.id}/shipment`, { cookies, body: shipment }), 200)
    const orders = [unconfirmed, left, booked, cancelled, ready]
    const { parcels, leftOut } = await readFile([...orders.map(({ number }) => number), '0000-0000', ready.number])
    expect(parcels.map(({ number }) => number)).toEqual([ready.number])
    expect(leftOut).toEqual([
      { number: '0000-0000', reason: 'There is no order with this number.' },
      { number: unconfirmed.number, reason: 'It is not confirmed yet.' },
      { number: left.number, reason: 'It has left already.' },
      { number: booked.number, reason: 'It has the tracking number BOOKED0001 already.' },
      { number: cancelled.number, reason: 'It has ended.' },
    ])
    expect((await readFile([cancelled.number])).csv).toBe('')
  })

  test('breaks an address between words, and says what has no room', async () => {
    const long =
      'Flat 12, Building Number Four, Shree Ganesh Cooperative Housing Society, Second Cross Road, Near the Old Water Tower, Andheri East'
    const { number } = await placeOrder({ deliveryAddress: { address: long } })
    const { rows, parcels } = await readFile([number], 'india-post')
    const [one = '', two = ''] = [rows[0]?.['RECEIVER ADD LINE 1'], rows[0]?.['RECEIVER ADD LINE 2']]
    expect([one.length <= 50, two.length <= 50]).toEqual([true, true])
    const note = parcels[0]?.notes[0] ?? ''
    expect(note).toMatch(/^The address is too long for this courier\. Left out: /)
    expect(`${one} ${two} ${note.split('Left out: ')[1]}`).toBe(long)
    expect((await readFile([number], 'delhivery')).parcels[0]?.notes).toEqual([])
  })

  test('weighs what the product says, else its category, and takes the largest box', async () => {
    await database
      .updateTable('products')
      .set({ details: JSON.stringify({ weightGrams: 180 }) as never })
      .where('id', '=', tee.id)
      .execute()
    const { categories } = (await request('GET', '/categories/admin', { cookies })).json()
    const hoodie = categories.find(({ key }: { key: string }) => key === 'HOODIE')
    const { name, version } = hoodie
    const wrong = await request('PATCH', '/categories/HOODIE', { cookies, body: { name, version, boxCm: [40, 30, 0] } })
    expect(wrong.json().fields['boxCm.2'] ?? wrong.json().fields.boxCm).toBe(
      'Enter length, breadth and height in whole cm, such as 28 × 22 × 4.',
    )
    const body = { name, version, itemWeightGrams: 650, boxCm: [40, 30, 10] }
    requireStatus(await request('PATCH', '/categories/HOODIE', { cookies, body }), 200)
    await saveParcelSettings({ packagingGrams: 40 })
    const { number } = await placeOrder({ items: [{ ...tee, quantity: 2 }, kurta] })
    const { parcels, rows } = await readFile([number])
    expect(parcels[0]).toMatchObject({ weightGrams: 40 + 2 * 180 + 650, volumetricGrams: 2_400 })
    expect(rows[0]).toMatchObject({ 'Length (cm)': '40', 'Breadth (cm)': '30', 'Height (cm)': '10' })
  })

  test('has the columns of the owner, and never a formula', async () => {
    const { number } = await placeOrder({ deliveryAddress: { firstName: '=HYPERLINK', lastName: 'A' } })
    await saveParcelSettings({ ownColumns: '' })
    expect((await book([number], 'own')).json().fields.format).toBe('Enter the columns in the settings of parcels.')
    await saveParcelSettings({ ownColumns: 'Ref = {number}\n\nConsignee={name}\nService = Surface {payment}\nEmpty\nKG = {weightKg}' })
    const { rows } = await readFile([number], 'own')
    expect(rows).toEqual([
      { Ref: number, Consignee: "'=HYPERLINK A", Service: 'Surface COD', Empty: '', KG: expect.stringMatching(/^0\.\d+$/) },
    ])
  })

  test.each([
    ['Ref = {numbr}', 'Line 1: there is no {numbr}. Use number, date'],
    ['A = 1\n = {number}', 'Line 2 has no heading before the equals sign.'],
    [Array.from({ length: 81 }, (_, index) => `C${index} = {city}`).join('\n'), 'A file can have 80 columns.'],
  ])('refuses columns that are wrong %#', async (ownColumns, problem) => {
    const reply = await draftParcelSettings({ ownColumns })
    expect(reply.statusCode).toBe(400)
    expect(Object.values(reply.json().fields)[0]).toContain(problem)
  })

  test('is for administrators, and has at most 200 orders', async () => {
    expect((await request('POST', '/order/admin/booking-file', { body: { numbers: ['1'], format: 'own' } })).statusCode).toBe(401)
    expect((await book(Array.from({ length: 201 }, (_, index) => `${index}`))).statusCode).toBe(400)
    expect((await book(['1'], 'pigeon')).json().fields.format).toBe('Choose a courier of the list.')
  })
})

describe('the answer of a courier', () => {
  const check = async (text: string, courier?: string) =>
    requireStatus(await request('POST', '/shipments/check', { cookies, body: { text, ship: true, courier } }), 200).json<
      CallReply<'POST /shipments/check'>
    >().lines

  test.each([
    ['Delhivery', (number: string) => `Waybill,Order ID,Status\n1490812345678,${number},Manifested`, 'delhivery'],
    [
      'India Post',
      (number: string) => `SERIAL NUMBER,BARCODE NO,RECEIVER ADD LINE 1,BULK REFERENCE\n1,EB123456789IN,4 Mill Road,${number}`,
      'india-post',
    ],
    [
      'Blue Dart',
      (number: string) => `Reference No *;Billing Area;AWB No;Message\n${number};HYD;50112345678;Waybill Generation Successful`,
      'blue-dart',
    ],
  ])('%s is read by the names of its columns', async (name, write, courier) => {
    const { number } = await placeOrder()
    const [line, ...others] = await check(write(number), courier)
    expect(others).toEqual([])
    expect(line).toMatchObject({ outcome: 'ready', courier: name, entry: { number, courier } })
    expect(await check(write(number))).toMatchObject([{ outcome: 'refused', message: 'The line names no courier. Choose it above.' }])
  })

  test('below lines without names of columns leaves none of them out', async () => {
    const { number } = await placeOrder()
    const lines = await check(
      `${number}, Delhivery, 1490812345999\nWaybill,Order ID,Status\n1490812345678,${number},Manifested`,
      'delhivery',
    )
    expect(lines.map(({ line, outcome }) => ({ line, outcome }))).toEqual([
      { line: 1, outcome: 'ready' },
      { line: 2, outcome: 'refused' },
      { line: 3, outcome: 'refused' },
    ])
  })

  test('of Shiprocket names each parcel once for each item, and the courier with its service', async () => {
    const { number } = await placeOrder()
    const row = `${number},Blue Dart Surface,77812345678`
    const lines = await check(`Order ID,Courier Company,AWB Code\n${row}\n${row}\n0000-0000,Unknown Express,1\n${number},DTDC,D123456`)
    expect(lines.map(({ line, courier, outcome }) => ({ line, courier, outcome }))).toEqual([
      { line: 2, courier: 'Blue Dart', outcome: 'ready' },
      { line: 4, courier: 'Unknown Express', outcome: 'refused' },
      { line: 5, courier: 'DTDC', outcome: 'refused' },
    ])
  })
})
