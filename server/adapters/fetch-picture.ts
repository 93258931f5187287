import type { IncomingMessage } from 'node:http'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { PictureError } from '../catalog-admin/import/run/add-pictures.ts'
import type { FetchPicture } from '../catalog-admin/import/run/import-run.ts'
import { type CheckedRequest, findAddresses, isPublic, type ResolveHost, resolveHost, sendHttps } from './public-https.ts'

const maxBytes = uploads.maxMegabytes * 1024 * 1024
const maxRedirects = 3
const timeoutMs = 20_000
const headers = { accept: 'image/*', 'user-agent': 'product import' }

interface FetcherOptions {
  /** all addresses of a host */
  readonly resolve?: ResolveHost
  readonly send?: (request: CheckedRequest) => Promise<IncomingMessage>
}

/**
 * Loads pictures from public https servers. Every address of a host must be public, also after a redirect, and the connection goes to
 * the address that was checked: a name that changes between the check and the connection leads nowhere else.
 */
export function createPictureFetcher({ resolve = resolveHost, send = sendHttps }: FetcherOptions): FetchPicture {
  return async (start, { signal: stopping }) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([stopping, timeout])
    try {
      let url = start
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const target = parseUrl(url)
        const response = await send({ url: target, address: await findPublicAddress({ url: target, resolve }), headers, signal })
        const {
          statusCode: status = 0,
          headers: { location },
        } = response
        if (status === 200) return await readBody(response)
        response.destroy()
        if (![301, 302, 303, 307, 308].includes(status) || location === undefined) throw new PictureError(importTexts.fetchStatus(status))
        url = new URL(location, target).href
      }
      throw new PictureError(importTexts.fetchFailed)
    } catch (error) {
      if (error instanceof PictureError) throw error
      throw new PictureError(timeout.aborted ? importTexts.fetchTooSlow : importTexts.fetchFailed)
    }
  }
}

/** The standard port only: others are no picture servers, but may be other services. */
function parseUrl(text: string): URL {
  const url = new URL(text)
  if (url.protocol !== 'https:') throw new PictureError(importTexts.pictureUrl(url.host))
  if (url.port !== '' || url.username !== '' || url.password !== '') throw new PictureError(importTexts.fetchPrivate)
  return url
}

async function findPublicAddress({ url, resolve }: { url: URL; resolve: ResolveHost }): Promise<string> {
  const addresses = await findAddresses({ url, resolve })
  const [first] = addresses
  if (first === undefined) throw new PictureError(importTexts.fetchFailed)
  if (!addresses.every(isPublic)) throw new PictureError(importTexts.fetchPrivate)
  return first
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw new PictureError(importTexts.fetchTooLarge)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new PictureError(importTexts.fetchTooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
