import { lookup } from 'node:dns/promises'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A request to an address that has been checked. */
export interface CheckedRequest {
  readonly url: URL
  readonly address: string
  readonly headers: OutgoingHttpHeaders
  readonly signal: AbortSignal
  readonly method?: string
  readonly body?: Buffer
}

/** Not of this machine, of a private network, of a transition mechanism such as NAT64, or reserved. */
export const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

export type ResolveHost = (host: string) => Promise<readonly string[]>

export const resolveHost: ResolveHost = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** All addresses of a URL's host, which may be an address itself. */
export async function findAddresses({ url, resolve }: { url: URL; resolve: ResolveHost }): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? [host] : resolve(host)
}

/** Connects to the address that was checked, whatever the name of the host leads to meanwhile. */
export const sendHttps = ({ url, address, headers, signal, method, body }: CheckedRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const family = isIP(address)
    request(url, {
      agent: false,
      method,
      headers,
      lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
      signal,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
