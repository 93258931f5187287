import { isOwnPage } from '#contract/redirects/own-pages.ts'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { redirectTexts } from '#contract/redirects/redirect-texts.ts'

/** Where an old address leads. */
export interface Target {
  /** as in a Location header: path, query and fragment of this shop, in ASCII */
  readonly to: string
  /** its path in the form of an old address */
  readonly toKey: string
}

type Parsed<Value> = { readonly value: Value } | { readonly problem: string }

const anyOrigin = 'http://shop.invalid'

// Browsers read a backslash as a slash, and leave out tabs and line breaks.
const forbidden = /[\\\p{Cc}\p{Zl}\p{Zp}]/u
const forbiddenEncoded = /%([01][0-9a-f]|7f|5c)/i

/** Two slashes begin the name of another host. */
const namesHost = (path: string): boolean => path.startsWith('//')

/** A stored old address as it is typed: it can be saved again. */
export const formatPathKey = (key: string): string => key.replace(/[%?#]/g, encodeURIComponent)

function dropLastSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/**
 * The form in which old addresses are stored and compared: decoded, in lower case, without a slash at its end. Undefined for a path that is
 * never redirected: it cannot be decoded, is too long, or names another host.
 */
export function toPathKey(path: string): string | undefined {
  if (path.length > redirectLimits.typedLength) return undefined
  try {
    const decoded = decodeURIComponent(path).normalize('NFC').toLowerCase()
    const key = dropLastSlashes(decoded)
    return forbidden.test(decoded) || namesHost(decoded) || !key.startsWith('/') || key.length > redirectLimits.pathLength ? undefined : key
  } catch {
    return undefined
  }
}

/**
 * Other paths under which the same page is redirected: Shopify shows a product inside of its collections too, and WooCommerce a category
 * below those that it belongs to.
 */
export function listOtherKeys(key: string): string[] {
  const [, folder, , inner, handle, ...rest] = key.split('/')
  if (folder === 'collections' && inner === 'products' && handle && rest.length === 0) return [`/products/${handle}`]
  const last = key.slice(key.lastIndexOf('/') + 1)
  return folder === 'product-category' && inner !== undefined ? [`/product-category/${last}`] : []
}

/** Resolves dots in a path of this shop. */
function parseOwnUrl(text: string): Parsed<URL> {
  if (!text.startsWith('/') || namesHost(text)) return { problem: redirectTexts.noPath }
  if (forbidden.test(text) || forbiddenEncoded.test(text)) return { problem: redirectTexts.characters }
  const url = new URL(text, anyOrigin)
  return url.origin !== anyOrigin || namesHost(url.pathname) ? { problem: redirectTexts.noPath } : { value: url }
}

/** The old address as it is stored, without its query, or what is wrong with it. */
export function parseOldAddress(text: string): Parsed<string> {
  const url = parseOwnUrl(text)
  if ('problem' in url) return url
  const key = toPathKey(url.value.pathname)
  if (key === '/') return { problem: redirectTexts.frontPage }
  if (key === undefined) return { problem: redirectTexts.unreadable }
  return isOwnPage(key) ? { problem: redirectTexts.ownPage } : { value: key }
}

/** Where an address leads, or what is wrong with it. */
export function parseNewAddress(text: string): Parsed<Target> {
  const url = parseOwnUrl(text)
  if ('problem' in url) return url
  const { pathname, search, hash } = url.value
  const toKey = toPathKey(pathname)
  return toKey === undefined ? { problem: redirectTexts.unreadable } : { value: { to: pathname + search + hash, toKey } }
}

/** The target of a redirect with the campaign of the request; the rest of its query belongs to the old shop. */
export function addCampaign({ to, query }: { to: string; query: string }): string {
  const campaign = [...new URLSearchParams(query)].filter(([name]) => /^utm_/i.test(name))
  if (campaign.length === 0) return to
  const [address = '', fragment] = to.split('#', 2)
  const added = new URLSearchParams(campaign).toString()
  return `${address}${address.includes('?') ? '&' : '?'}${added}${fragment === undefined ? '' : `#${fragment}`}`
}

export type PlannedOutcome = 'new' | 'changed' | 'unchanged'

/**
 * Redirects to be saved, without chains: a target that is redirected itself is replaced by where it leads, and redirects to an address
 * that is redirected now lead on.
 */
export function createRedirectPlan(existing: Iterable<readonly [from: string, target: Target]>) {
  const targets = new Map(existing)
  const sources = new Map<string, Set<string>>()
  const changes = new Map<string, Target>()
  const addSource = (from: string, { toKey }: Target) => {
    const known = sources.get(toKey)
    if (known) known.add(from)
    else sources.set(toKey, new Set([from]))
  }
  for (const [from, target] of targets) addSource(from, target)

  function set(from: string, target: Target): void {
    const before = targets.get(from)
    if (before) sources.get(before.toKey)?.delete(from)
    targets.set(from, target)
    addSource(from, target)
    changes.set(from, target)
  }

  return {
    has: (from: string): boolean => targets.has(from),

    /** Adds or replaces a redirect, or says why it cannot be. */
    add(from: string, wanted: Target): { readonly outcome: PlannedOutcome; readonly to: string } | { readonly problem: string } {
      if (wanted.toKey === from) return { problem: redirectTexts.toItself }
      // A version before this one could store redirects of own pages, which have no effect.
      const target = (isOwnPage(wanted.toKey) ? undefined : targets.get(wanted.toKey)) ?? wanted
      if (target.toKey === from) return { problem: redirectTexts.loop(wanted.toKey) }
      const before = targets.get(from)
      if (before?.to === target.to) return { outcome: 'unchanged', to: target.to }
      set(from, target)
      for (const source of [...(sources.get(from) ?? [])]) set(source, target)
      return { outcome: before ? 'changed' : 'new', to: target.to }
    },

    /** what is to be written */
    changes: (): ReadonlyMap<string, Target> => changes,
  }
}
