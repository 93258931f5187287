import { isOwnPage } from '#contract/redirects/own-pages.ts'

/** Pages that every shop of Shopify has, at their usual addresses. What an owner has entered comes before them. */
const pages: readonly (readonly [pattern: RegExp, to: string])[] = [
  // The front page in a language, and all products.
  [/^\/[a-z]{2}(-[a-z]{2})?$/, '/buy'],
  [/^\/(collections\/all|products)$/, '/buy'],
  [/^\/cart(\/|$)/, '/homecart'],
  [/^\/checkouts?(\/|$)/, '/homecart'],
  [/^\/account(\/|$)/, '/login'],
  [/^\/(pages|policies)\/[^/]*(refund|return|exchange)/, '/returnPolicy'],
  [/^\/(pages|policies)\/[^/]*(shipping|delivery)/, '/term'],
  [/^\/(pages|policies)\/[^/]*privacy/, '/privacy'],
  [/^\/(pages|policies)\/[^/]*(terms|conditions)/, '/ship'],
  [/^\/(pages|policies)\/[^/]*cancel/, '/cancel'],
  [/^\/(pages|policies)\/[^/]*(contact|legal|about)/, '/contact'],
  [/^\/pages\/[^/]*track/, '/order-tracking'],
  [/^\/pages\/[^/]*size/, '/size-guide'],
  [/^\/pages\/[^/]*(faq|help|question)/, '/help-center'],
  [/^\/policies\//, '/help-center'],
]

/** Other paths of the same page: Shopify puts a language before them (`/en-in/products/x`) and has data beside them (`/products/x.json`). */
export function listShopifyKeys(key: string): string[] {
  const plain = key.replace(/^\/[a-z]{2}(-[a-z]{2})?(?=\/)/, '').replace(/\.(json|js|oembed|atom)$/, '')
  return plain === key ? [] : [plain]
}

/** Where an address of Shopify leads that has no redirect of its own; undefined when the shop has no such page. */
export function findShopifyPage({ key, query }: { key: string; query: string }): string | undefined {
  const [plain = key] = listShopifyKeys(key)
  if (plain === '/search') {
    const q = new URLSearchParams(query).get('q')?.trim()
    return q ? `/buy?${new URLSearchParams({ q })}` : '/buy'
  }
  if (plain !== key && isOwnPage(plain)) return plain
  return pages.find(([pattern]) => pattern.test(plain))?.[1]
}
