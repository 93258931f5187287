import type { Category } from '#contract/catalog/categories.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'

const maxNamed = 6
const list = new Intl.ListFormat('en-GB')

/** `Kurtas` → `kurtas`, but not `T-shirts` or `XL`. */
const toLowerFirst = (name: string): string => (/^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name)

/** What the shop sells, by its first categories: `Tees, joggers and shirts`. */
export function describeRange(categories: readonly Pick<Category, 'name' | 'isHidden'>[]): string {
  const names = categories.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  if (names.length === 0) return 'Clothing'
  return list.format(names.slice(0, maxNamed).map((name, index) => (index === 0 ? name : toLowerFirst(name))))
}

/** The description of the shop in search results and in the web app manifest. */
export function describeStore({ shop, policies, orders }: ShopSettings, { range }: { range: string }): string {
  const offers = `${describeShipping(policies).claim}${orders.codOffered === 'on' ? ', cash on delivery' : ''} and ${policies.returnWindowDays}-day returns.`
  return shop.description || `${range} from an independent Indian label. ${offers}`
}
