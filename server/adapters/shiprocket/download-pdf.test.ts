import { expect, test } from 'vitest'
import { CourierError } from '../../shipping/courier/courier.ts'
import type { CheckedRequest } from '../public-https.ts'
import { createPdfDownload } from './download-pdf.ts'

const link = 'https://kr-shipmultichannel.s3.ap-southeast-1.amazonaws.com/25149/labels/one.pdf'

async function* stream(chunks: readonly string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

async function download({ url = link, addresses = ['52.219.1.1'], status = 200, chunks = ['%PDF-', '1.4'] }: Partial<Case> = {}) {
  const requests: CheckedRequest[] = []
  const downloadPdf = createPdfDownload({
    resolve: async () => addresses,
    send: async (request) => {
      requests.push(request)
      return { status, body: stream(chunks) }
    },
  })
  const result = await downloadPdf(url, AbortSignal.timeout(60_000)).catch((error: unknown) => error)
  return { result, requests }
}
interface Case {
  url: string
  addresses: string[]
  status: number
  chunks: readonly string[]
}

test('a file is loaded from the address that was checked', async () => {
  const { result, requests } = await download()
  expect(String(result)).toBe('%PDF-1.4')
  expect(requests).toMatchObject([{ address: '52.219.1.1' }])
})

test.each<[string, Partial<Case>]>([
  ['without https', { url: link.replace('https', 'http') }],
  ['of another host', { url: 'https://amazonaws.com.example/one.pdf' }],
  ['of a host that only ends so', { url: 'https://notamazonaws.com/one.pdf' }],
  ['of another port', { url: 'https://s3.amazonaws.com:8443/one.pdf' }],
  ['with a password', { url: 'https://me:secret@s3.amazonaws.com/one.pdf' }],
  ['that is no link', { url: 'one.pdf' }],
  ['of a script', { url: 'javascript:alert(1)' }],
  ['of a private network', { addresses: ['52.219.1.1', '10.0.0.1'] }],
  ['of this machine', { addresses: ['127.0.0.1'] }],
  ['without an address', { addresses: [] }],
])('a file %s is not requested', async (_, change) => {
  const { result, requests } = await download(change)
  expect(result).toBeInstanceOf(CourierError)
  expect(requests).toEqual([])
})

test.each<[string, Partial<Case>]>([
  ['a redirect', { status: 302 }],
  ['an error', { status: 403 }],
  ['a page', { chunks: ['<!doctype html>'] }],
  ['too much', { chunks: ['%PDF-1.4', 'x'.repeat(30_000_000)] }],
  ['nothing', { chunks: [] }],
])('%s is no file', async (_, change) => {
  expect((await download(change)).result).toBeInstanceOf(CourierError)
})
