import { clickSources, type VisitSource } from '#contract/orders/visit-source.ts'

/** Characters of a value of the address that are sent. */
const maxLength = 300

/**
 * Where this visit comes from: what the address of its first page and the page before it said, which `preparePage` has stored in the tab.
 * Undefined when it has stored nothing. Only the values that the order needs are read.
 */
export function readVisit(): VisitSource | undefined {
  try {
    const [search, referrer] = JSON.parse(sessionStorage.getItem('visit') ?? '') as [string, string]
    const parameters = new URLSearchParams(search)
    const read = (name: string) => parameters.get(name)?.slice(0, maxLength) || undefined
    const clickName = Object.keys(clickSources).find((name) => parameters.has(name))
    return {
      source: read('utm_source'),
      medium: read('utm_medium'),
      campaign: read('utm_campaign'),
      host: readHost(referrer),
      clickName,
      clickId: clickName && read(clickName),
    }
  } catch {
    return undefined
  }
}

/** The host of another site. */
function readHost(referrer: string): string | undefined {
  const host = referrer === '' ? location.hostname : new URL(referrer).hostname
  return host === location.hostname ? undefined : host
}
