import ipaddr from 'ipaddr.js'

/**
 * The IP address that a socket or a proxy names, in one spelling and without a port, which some proxies append. `unknown` for
 * anything else, so that such clients share one limit.
 */
export function parseIp(text: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const address = (bracketed ?? text.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/s, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return 'unknown'
  return ipaddr.process(address).toString()
}
