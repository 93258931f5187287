import { CourierError } from '../../shipping/courier/courier.ts'
import { type CheckedRequest, findAddresses, isPublic, type ResolveHost, resolveHost, sendHttps } from '../public-https.ts'
import { texts } from './account.ts'

const maxBytes = 30_000_000

/** Where Shiprocket stores its files. */
const hosts = /(^|\.)(amazonaws\.com|shiprocket\.in)$/

const problem = 'The file of Shiprocket cannot be read. Print it on its page.'

/** A reply whose body has not been read. */
interface Response {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array>
}

export interface DownloadOptions {
  /** of a simulator, whose files may have another host */
  readonly apiUrl?: string | undefined
  readonly resolve?: ResolveHost
  readonly send?: (request: CheckedRequest) => Promise<Response>
}

const send = async (request: CheckedRequest): Promise<Response> => {
  const response = await sendHttps(request)
  return { status: response.statusCode ?? 0, body: response }
}

export type DownloadPdf = (link: string, signal: AbortSignal) => Promise<Buffer>

/**
 * Loads a PDF from where Shiprocket stores its files: https, a public address, no other host by a redirect, at most 30 MB.
 * The function throws CourierError.
 */
export function createPdfDownload({ apiUrl, resolve = resolveHost, send: sendChecked = send }: DownloadOptions): DownloadPdf {
  async function request(url: URL, signal: AbortSignal): Promise<Response> {
    if (apiUrl !== undefined && url.origin === new URL(apiUrl).origin) {
      const { status, body } = await fetch(url, { redirect: 'error', signal })
      if (!body) throw new CourierError(problem)
      return { status, body }
    }
    if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || !hosts.test(url.hostname)) throw new CourierError(problem)
    const addresses = await findAddresses({ url, resolve })
    const [address] = addresses
    if (address === undefined || !addresses.every(isPublic)) throw new CourierError(problem)
    return sendChecked({ url, address, headers: { accept: 'application/pdf' }, signal })
  }

  return async (link, signal) => {
    try {
      const { status, body } = await request(new URL(link), signal)
      if (status !== 200) throw new CourierError(problem)
      const chunks: Uint8Array[] = []
      let length = 0
      for await (const chunk of body) {
        length += chunk.length
        if (length > maxBytes) throw new CourierError(problem)
        chunks.push(chunk)
      }
      const file = Buffer.concat(chunks)
      if (!file.subarray(0, 1_024).includes('%PDF-')) throw new CourierError(problem)
      return file
    } catch (error) {
      if (error instanceof CourierError) throw error
      throw new CourierError(signal.aborted ? texts.noAnswer : problem, { cause: error })
    }
  }
}
