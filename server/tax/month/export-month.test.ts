import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DocumentLine, TaxDocument } from '#contract/tax/documents.ts'
import { createTestProduct } from '#testing/factories.ts'
import { readZip } from '#testing/read-zip.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { buildDocumentLine, buildTaxDocument } from '#testing/tax-documents.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const { cookies, place } = await createTaxedOrders(shop)
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const orderId = await place([tee])
const { buyer, supplier } = buildTaxDocument()
const business = { ...buyer, gstin: '27AAPFU0939F1ZV', businessName: 'Rao Traders', stateCode: '27' }

let counter = 0
interface Stored {
  kind?: TaxDocument['kind']
  issuedAt: string
  lines?: DocumentLine[]
  refersTo?: string
  place?: string
  buyer?: TaxDocument['buyer']
  isComposition?: boolean
}

/** Stores a document as it is issued, and returns its id. */
async function store({ kind = 'invoice', issuedAt, lines, refersTo, place: placeOfSupply = '29', isComposition = false, ...more }: Stored) {
  counter += 1
  const series = kind === 'credit note' ? 'CN' : 'INV'
  const document = buildTaxDocument({ ...(lines && { lines }) })
  const { id } = await database
    .insertInto('documents')
    .values({
      kind,
      series,
      year: '26-27',
      number: counter,
      written: `${series}/26-27/${String(counter).padStart(6, '0')}`,
      order_id: orderId,
      refers_to: refersTo ?? null,
      reason: refersTo ? 'Parcel returned' : null,
      issued_at: new Date(issuedAt),
      supplier: JSON.stringify({ ...supplier, isComposition }),
      buyer: JSON.stringify(more.buyer ?? { ...buyer, stateCode: placeOfSupply }),
      place_of_supply: placeOfSupply,
      lines: JSON.stringify(document.lines),
      taxable_paise: document.taxable,
      cgst_paise: document.cgst,
      sgst_paise: document.sgst,
      igst_paise: document.igst,
      total_paise: document.total,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const download = (month: string) => request('GET', `/documents/month/${month}.zip`, { cookies })
const rowsOf = (file: string | undefined) => (file ?? '').trim().split('\r\n').slice(1)
const headOf = (file: string | undefined) => file?.split('\r\n')[0]

const outside = (line: Parameters<typeof buildDocumentLine>[0]) => buildDocumentLine({ ...line, isSameState: false })

describe('the zip of a month', () => {
  test('has each document in its table of GSTR-1', async () => {
    const b2b = await store({
      issuedAt: '2026-04-05T10:00:00Z',
      place: '27',
      buyer: business,
      lines: [outside({ quantity: 3, total: 105_000 }), outside({ line: 2, hsnCode: '6204', rate: 1_800, total: 354_000 })],
    })
    const large = await store({ issuedAt: '2026-04-06T10:00:00Z', place: '01', lines: [outside({ rate: 1_800, total: 11_800_000 })] })
    // Exactly one lakh is not large.
    await store({ issuedAt: '2026-04-06T11:00:00Z', place: '01', lines: [outside({ total: 10_000_000 })] })
    const local = await store({
      issuedAt: '2026-04-07T10:00:00Z',
      lines: [buildDocumentLine({ quantity: 2, piecesPerUnit: 2, total: 210_000 })],
    })
    await store({ issuedAt: '2026-04-07T11:00:00Z', lines: [buildDocumentLine({ hsnCode: '6403', total: 105_000 })] })
    const note = { kind: 'credit note', issuedAt: '2026-04-30T18:29:59Z' } as const
    await store({ ...note, refersTo: b2b, place: '27', buyer: business, lines: [outside({ quantity: 1, total: 10_500 })] })
    await store({ ...note, refersTo: large, place: '01', lines: [outside({ quantity: 0, rate: 1_800, total: 118_000 })] })
    await store({ ...note, refersTo: local, lines: [buildDocumentLine({ quantity: 1, total: 52_500 })] })
    await store({ issuedAt: '2026-04-08T10:00:00Z', isComposition: true, lines: [buildDocumentLine({ rate: 0 })] })

    const reply = await download('2026-04')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="sales-2026-04.zip"',
    })
    const files = await readZip(reply.rawPayload)
    expect(Object.keys(files)).toEqual(
      [
        ...['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn(b2b)', 'hsn(b2c)', 'docs', 'sales-register', 'sales-by-document'],
        ...['day-book', 'zoho-invoices', 'zoho-credit-notes'],
      ]
        .map((name) => `${name}.csv`)
        .concat('tally-ledgers.xml', 'tally-vouchers.xml'),
    )
    expect(files['b2b.csv']?.split('\r\n')).toEqual([
      'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
      '27AAPFU0939F1ZV,Rao Traders,INV/26-27/000001,05-Apr-2026,4590,27-Maharashtra,N,,Regular B2B,,5,1000,0',
      '27AAPFU0939F1ZV,Rao Traders,INV/26-27/000001,05-Apr-2026,4590,27-Maharashtra,N,,Regular B2B,,18,3000,0',
      '',
    ])
    expect(headOf(files['b2cl.csv'])).toBe(
      'Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
    )
    expect(rowsOf(files['b2cl.csv'])).toEqual(['INV/26-27/000002,06-Apr-2026,118000,01-Jammu & Kashmir,,18,100000,0,'])
    expect(rowsOf(files['b2cs.csv'])).toEqual(['OE,01-Jammu & Kashmir,,5,95238.1,0,', 'OE,29-Karnataka,,5,2500,0,'])
    expect(rowsOf(files['cdnr.csv'])).toEqual([
      '27AAPFU0939F1ZV,Rao Traders,CN/26-27/000006,30-Apr-2026,C,27-Maharashtra,N,Regular B2B,105,,5,100,0',
    ])
    expect(rowsOf(files['cdnur.csv'])).toEqual(['B2CL,CN/26-27/000007,30-Apr-2026,C,01-Jammu & Kashmir,1180,,18,1000,0'])
    expect(rowsOf(files['hsn(b2b).csv'])).toEqual(['6109,,PCS-PIECES,2,945,5,900,45,0,0,0', '6204,,PCS-PIECES,1,3540,18,3000,540,0,0,0'])
    expect(rowsOf(files['hsn(b2c).csv'])).toEqual([
      '6109,,PCS-PIECES,4,101575,5,96738.1,4761.9,37.5,37.5,0',
      '6109,,PCS-PIECES,1,116820,18,99000,17820,0,0,0',
      '6403,,PRS-PAIRS,1,1050,5,1000,0,25,25,0',
    ])
    expect(rowsOf(files['docs.csv'])).toEqual([
      'Invoices for outward supply,INV/26-27/000001,INV/26-27/000009,6,0',
      'Credit Note,CN/26-27/000006,CN/26-27/000008,3,0',
    ])
    expect(files['sales-register.csv']?.charCodeAt(0)).toBe(0xfeff)
    expect(rowsOf(files['sales-register.csv'])).toHaveLength(10)
    expect(rowsOf(files['sales-register.csv']).at(-1)).toMatch(
      /^30-Apr-2026,CN\/26-27\/000008,Credit note,INV\/26-27\/000004,Parcel returned,[^,]+,Asha Rao,,29-Karnataka,29-Karnataka,5,-500,-12.5,-12.5,0,-525$/,
    )
    expect(rowsOf(files['day-book.csv'])).toEqual([
      '05-Apr-2026,1,0,4000,0,0,590,4590',
      '06-Apr-2026,2,0,195238.1,0,0,22761.9,218000',
      '07-Apr-2026,2,0,3000,75,75,0,3150',
      '08-Apr-2026,1,0,999,0,0,0,999',
      '30-Apr-2026,0,3,-1600,-12.5,-12.5,-185,-1810',
    ])
  })

  test('adds charges without pieces to the goods of their rate, so that the sums stay those of the documents', async () => {
    const march = '2026-03-10T10:00:00Z'
    const [tee, shoes, coat] = [{ total: 105_000 }, { hsnCode: '6403', total: 210_000 }, { hsnCode: '6201', rate: 1_800, total: 354_000 }]
    await store({ issuedAt: march, lines: [buildDocumentLine(tee)] })
    const returned = await store({ issuedAt: march, lines: [buildDocumentLine(shoes), buildDocumentLine({ ...coat, line: 2 })] })
    const credited = { quantity: 1, total: 199_500 }
    await store({
      kind: 'credit note',
      issuedAt: march,
      refersTo: returned,
      lines: [buildDocumentLine({ ...shoes, ...credited }), buildDocumentLine({ ...coat, line: 2, total: 342_200 })],
    })
    const files = await readZip((await download('2026-03')).rawPayload)
    expect(rowsOf(files['hsn(b2c).csv'])).toEqual(['6109,,PCS-PIECES,1,1155,5,1100,0,27.5,27.5,0', '6201,,OTH-OTHERS,0,118,18,100,0,9,9,0'])
    expect(rowsOf(files['day-book.csv'])).toEqual(['10-Mar-2026,2,1,1200,36.5,36.5,0,1273'])
    await store({
      kind: 'credit note',
      issuedAt: march,
      refersTo: returned,
      lines: [buildDocumentLine({ ...coat, quantity: 0, total: 11_800 })],
    })
    expect(rowsOf((await readZip((await download('2026-03')).rawPayload))['hsn(b2c).csv'])).toHaveLength(1)
  })

  test('names the 30 November that had passed when an invoice was credited, as the list of documents does', async () => {
    const invoice = await store({ issuedAt: '2025-03-10T10:00:00Z' })
    for (const issuedAt of ['2025-11-30T18:29:59Z', '2025-11-30T18:30:00Z'])
      await store({ kind: 'credit note', issuedAt, refersTo: invoice })
    const reasons = async (month: string) =>
      rowsOf((await readZip((await download(month)).rawPayload))['sales-register.csv']).map(
        (row) => /Parcel returned[^"]*?(?=[",]|$)/.exec(row)?.[0],
      )
    expect([await reasons('2025-11'), await reasons('2025-12')]).toEqual([['Parcel returned'], ['Parcel returned; after 30 November 2025']])
    const sums = async (month: string) => {
      const files = await readZip((await download(month)).rawPayload)
      return ['b2cs.csv', 'hsn(b2c).csv', 'docs.csv'].map((name) => rowsOf(files[name]).length)
    }
    // The late note reduces no tax, and only its number is filed.
    expect([await sums('2025-11'), await sums('2025-12')]).toEqual([
      [1, 1, 1],
      [0, 0, 1],
    ])
    const listed = async (month: string) =>
      (await request('GET', `/documents?month=${month}`, { cookies })).json().documents[0].missedDeadline
    expect([await listed('2025-11'), await listed('2025-12')]).toEqual([undefined, '30 November 2025'])
  })

  test('begins and ends at midnight in India', async () => {
    for (const issuedAt of ['2026-05-31T18:29:59Z', '2026-05-31T18:30:00Z', '2026-06-30T18:29:59Z', '2026-06-30T18:30:00Z'])
      await store({ issuedAt })
    const days = rowsOf((await readZip((await download('2026-06')).rawPayload))['day-book.csv'])
    expect(days.map((day) => day.slice(0, 13))).toEqual(['01-Jun-2026,1', '30-Jun-2026,1'])
  })

  test('reads all documents of a large month once', async () => {
    for (let part = 0; part < 1_003; part += 1) await store({ issuedAt: '2026-08-10T06:30:00Z' })
    const files = await readZip((await download('2026-08')).rawPayload)
    expect(rowsOf(files['day-book.csv'])).toEqual([expect.stringMatching(/^10-Aug-2026,1003,0,/)])
    expect(new Set(rowsOf(files['sales-register.csv']).map((row) => row.split(',')[1])).size).toBe(1_003)
  })

  test('is empty tables without documents, and a text cannot be a formula', async () => {
    const files = await readZip((await download('2026-01')).rawPayload)
    for (const file of Object.values(files)) expect(rowsOf(file)).toEqual([])
    await store({ issuedAt: '2026-07-10T06:30:00Z', buyer: { ...business, businessName: '=1+1' }, place: '27' })
    expect((await readZip((await download('2026-07')).rawPayload))['b2b.csv']).toContain(",'=1+1,")
  })

  test('is made after the others, and refused with the time to wait when three are in progress', async () => {
    await database.deleteFrom('limits').execute()
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const locking = database.transaction().execute(async (trx) => {
      await sql`lock table documents`.execute(trx)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const downloads = Array.from({ length: 4 }, () => download('2026-01'))
    const refused = await Promise.race(downloads)
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'busy', '5'])
    release.resolve()
    await locking
    const statuses = (await Promise.all(downloads)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 503])
  })

  test('is refused for a wrong month, without a fresh PIN and too often', async () => {
    for (const month of ['2026-13', '2026-4', 'x', '1999-01']) expect((await download(month)).statusCode).toBe(400)
    await sql`update sessions set proven_at = now() - interval '1 day'`.execute(database)
    expect((await download('2026-04')).json().code).toBe('reauthentication_required')
    await sql`update sessions set proven_at = now()`.execute(database)
    const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await download('2026-01')).statusCode))
    expect(statuses).toContain(429)
  })
})
