import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TaxDocument } from '#contract/tax/documents.ts'
import { AppError } from '#server/kernel/errors.ts'
import { buildTaxDocument } from '#testing/tax-documents.ts'
import { createDocumentCache } from './document-cache.ts'
import { maxFiles } from './print-documents.ts'

/** Called once for each document that is drawn. */
const readSignature = vi.fn(async (_path: string): Promise<Buffer | undefined> => undefined)
beforeEach(() => void readSignature.mockClear())

const signed = { ...buildTaxDocument().supplier, signature: '/images/signature' }
const buildInvoice = (number: number): TaxDocument => ({
  ...buildTaxDocument(),
  supplier: signed,
  id: `invoice ${number}`,
  written: `INV/26-27/${number}`,
})

describe('a document', () => {
  test('that is requested forty times at once, and again later, is drawn once', async () => {
    const { print } = createDocumentCache({ readSignature })
    const document = buildInvoice(1)
    const files = await Promise.all(Array.from({ length: 40 }, () => print({ document, format: 'a4' })))
    files.push(await print({ document: buildInvoice(1), format: 'a4' }))
    expect(readSignature).toHaveBeenCalledOnce()
    const [first] = files
    expect(first?.subarray(0, 5).toString()).toBe('%PDF-')
    for (const file of files) expect(first?.equals(file)).toBe(true)
  })

  test('is drawn for each format, and again when it shows something else', async () => {
    const { print } = createDocumentCache({ readSignature })
    await print({ document: buildInvoice(1), format: 'a4' })
    await print({ document: buildInvoice(1), format: 'label' })
    await print({ document: { ...buildInvoice(1), reason: 'Replaced' }, format: 'a4' })
    expect(readSignature).toHaveBeenCalledTimes(3)
  })

  test('that could not be drawn is drawn at the next request', async () => {
    const { print } = createDocumentCache({ readSignature })
    readSignature.mockRejectedValueOnce(new Error('No store'))
    const document = buildInvoice(1)
    await expect(print({ document, format: 'a4' })).rejects.toThrow('No store')
    expect((await print({ document, format: 'a4' })).length).toBeGreaterThan(0)
  })
})

describe('many documents at once', () => {
  test('are drawn one at a time in a short queue; more are refused with the time to wait', async () => {
    const { print } = createDocumentCache({ readSignature })
    const requests = Array.from({ length: maxFiles + 5 }, (_, number) => print({ document: buildInvoice(number), format: 'a4' }))
    const results = await Promise.allSettled(requests)
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(5)
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError)
      expect([error.code, error.retryAfterSeconds]).toEqual(['busy', expect.any(Number)])
    }
    expect(readSignature).toHaveBeenCalledTimes(requests.length - refused.length)
  })
})
