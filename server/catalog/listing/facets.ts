import type { Facets } from '#contract/catalog/facets.ts'
import { letterSizes } from '#contract/catalog/size-names.ts'
import { type PriceBand, priceBandNames } from '#contract/kernel/business.ts'
import { paise } from '#contract/kernel/money.ts'
import type { Database } from '../../database/schema.ts'
import { countInRange, type FacetGroup, type FacetGroups, type PriceRange, readFacetGroups } from './facet-groups.ts'
import type { ListCache } from './list-cache.ts'
import type { ListQuery } from './list-query.ts'
import { findSearchHits } from './search.ts'

type Filters = Omit<ListQuery, 'sort' | 'isLow' | 'limit' | 'offset'>

interface FacetRequest {
  readonly database: Database
  readonly cache: ListCache
  readonly filters: Filters
}

/** Reading the groups of more products than this takes ten times as long as reading a page. */
const cheapCount = 500

/** How long the groups of a large shop are kept: reading those of 100,000 products takes about a second. */
const groupsTtlMs = 60_000

const maxColours = 20

/** The key of the groups of all products. */
const allGroups = 'facet groups'

/**
 * The number of products of each category, size, colour, price, fabric and country of origin, as if the filter of that kind were not set and the others were.
 * All filters count the same groups of products, which in a large shop may be a minute old.
 */
export async function countFacets({ database, cache, filters }: FacetRequest): Promise<Facets> {
  return countGroups({ ...(await readGroups({ database, cache, filters })), filters })
}

async function readGroups({ database, cache, filters: { q, inStock } }: FacetRequest): Promise<FacetGroups> {
  if (q !== '') {
    const query = { q, inStock, category: undefined, sort: 'relevance', limit: 0, offset: 0 } as const
    return readFacetGroups({ database, ids: await findSearchHits({ database, cache, query }) })
  }
  return cache.get({
    key: allGroups,
    lastingMs: groupsTtlMs,
    load: () => readFacetGroups({ database }),
    isWorthCaching: ({ products }) => products > cheapCount,
  })
}

type Kind = 'category' | 'size' | 'colour' | 'fabric' | 'country' | 'price'

/** Returns which filters a group does not pass. Its products are not all in the price range. */
function createFilter(filters: Filters): (group: FacetGroup) => Kind[] {
  const { category, sizes: chosenSizes = [] } = filters
  const [colour, fabric, country] = [filters.colour, filters.fabric, filters.country].map((text) => text?.toLowerCase())
  const passes: Readonly<Record<Exclude<Kind, 'price'>, (group: FacetGroup) => boolean>> = {
    category: (group) => category === undefined || group.category === category,
    size: (group) => chosenSizes.length === 0 || group.sizes.some((size) => chosenSizes.includes(size)),
    colour: (group) => colour === undefined || group.colours.text === colour || group.colours.names.has(colour),
    fabric: (group) => fabric === undefined || group.fabric.words.has(fabric),
    country: (group) => country === undefined || group.country?.toLowerCase() === country,
  }
  const kinds = Object.keys(passes) as (keyof typeof passes)[]
  return (group) => kinds.filter((kind) => !passes[kind](group))
}

const toRange = ({ minPrice, maxPrice }: Filters): PriceRange => ({ min: minPrice ?? paise(0), max: maxPrice })

interface Counted {
  name: string
  count: number
  place: number
}

/** Counts each value of a kind under one of its spellings. */
function createCounter() {
  const counts = new Map<string, Counted>()
  return {
    add(name: string, { count }: Pick<FacetGroup, 'count'>, { key = name, place = 0 } = {}) {
      const counted = counts.get(key)
      if (!counted) counts.set(key, { name, count, place })
      else {
        counted.count += count
        if (name < counted.name) counted.name = name
        if (place < counted.place) counted.place = place
      }
    },
    list: () => [...counts.values()],
  }
}

const byCount = (one: Counted, other: Counted) => other.count - one.count || byName(one, other)
const byName = (one: Counted, other: Counted) => (one.name < other.name ? -1 : 1)

/** Sizes that begin with a number follow letters by its value, then others by their place in products. */
function findSizePlace({ name, place }: Counted): number {
  const letter = letterSizes.indexOf(name)
  const number = /^(\d{1,3})(?:\D|$)/.exec(name)?.[1]
  return letter >= 0 ? letter : number === undefined ? 2_000 + place : 100 + Number(number)
}

function countGroups({ groups, hasOtherCountries, filters }: FacetGroups & { filters: Filters }): Facets {
  const counters = {
    category: createCounter(),
    size: createCounter(),
    colour: createCounter(),
    fabric: createCounter(),
    country: createCounter(),
    price: createCounter(),
  }
  const add: Readonly<Record<Kind, (group: FacetGroup) => void>> = {
    category: (group) => counters.category.add(group.category, group),
    size: (group) => {
      for (const [place, size] of group.sizes.entries()) counters.size.add(size, group, { place })
    },
    colour: (group) => {
      for (const [key, name] of group.colours.names) counters.colour.add(name, group, { key })
    },
    fabric: (group) => {
      for (const name of group.fabric.names) counters.fabric.add(name, group)
    },
    country: (group) => {
      if (group.country !== null) counters.country.add(group.country, group, { key: group.country.toLowerCase() })
    },
    price: (group) => counters.price.add(group.band, group),
  }
  const kinds = Object.keys(add) as Kind[]
  const listFailed = createFilter(filters)
  const range = toRange(filters)
  // Its own filter does not count.
  const count = (group: FacetGroup, failed: readonly Kind[]) => {
    if (group.count > 0 && failed.length <= 1) for (const kind of failed.length === 0 ? kinds : failed) add[kind](group)
  }
  for (const group of groups) {
    if (filters.inStock && group.sizes.length === 0) continue
    const failed = listFailed(group)
    if (failed.length > 1) continue
    const inRange = countInRange({ group, range })
    count({ ...group, count: inRange }, failed)
    count({ ...group, count: group.count - inRange }, [...failed, 'price'])
  }
  const toRecord = (counted: readonly Counted[]) => Object.fromEntries(counted.map(({ name, count }) => [name, count]))
  const prices = toRecord(counters.price.list())
  return {
    categories: toRecord(counters.category.list()),
    colours: counters.colour
      .list()
      .toSorted(byCount)
      .slice(0, maxColours)
      .map(({ name, count }) => ({ colour: name, count })),
    fabrics: counters.fabric
      .list()
      .toSorted(byCount)
      .map(({ name, count }) => ({ fabric: name, count })),
    countries: hasOtherCountries
      ? counters.country
          .list()
          .toSorted(byName)
          .map(({ name, count }) => ({ country: name, count }))
      : [],
    sizes: counters.size
      .list()
      .toSorted((one, other) => findSizePlace(one) - findSizePlace(other) || byName(one, other))
      .map(({ name, count }) => ({ size: name, count })),
    prices: Object.fromEntries(priceBandNames.map((band) => [band, prices[band] ?? 0])) as Record<PriceBand, number>,
  }
}
