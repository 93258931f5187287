import { Suspense, use } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import { paging } from '#contract/kernel/business.ts'
import { type Call, type CallOptions, call, fetchWithRetry } from '../api/client.ts'
import { buildCategoryHref } from '../catalog/listing/category-href.ts'
import { CollectionLinks, loadCollections } from '../catalog/shared/collection-links.tsx'
import { userContext } from '../session/guard.ts'
import { Icon } from '../ui/icon.tsx'
import { pageTitle } from '../ui/page-title.ts'
import { Picture } from '../ui/picture.tsx'
import type { Route } from './+types/home'
import { playClick, SoundButton } from './click-sound.tsx'

/** Returns the products as a promise, so that the links show at once. */
export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return {
    user: context.get(userContext),
    products: loadTileProducts({ call, retry: fetchWithRetry }),
    collections: loadCollections({ call }),
  }
}

export const meta = pageTitle('Home')

/** Two wide and three narrow tiles at medium widths, so that every row is full. */
const spans = ['md:col-span-3', 'md:col-span-3', 'md:col-span-2', 'md:col-span-2', 'col-span-2 md:col-span-2']

/** The dashboard's home: five category tiles, and the collections of the public shop. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { user, products, collections } = loaderData
  return (
    <>
      <div className="page-width flex flex-col gap-8 pt-10 sm:gap-12 sm:pt-14">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h1 className="title min-w-0 break-words">Hello, {user.firstName || user.name}</h1>
          <div className="flex flex-wrap items-center gap-x-4">
            <Link to="/UserDashboard/allOrders" className="link inline-flex min-h-11 items-center font-medium">
              My orders
            </Link>
            <Link to="/UserDashboard/saved" className="link inline-flex min-h-11 items-center font-medium">
              Saved items
            </Link>
            <Link to="/UserDashboard/account" className="link inline-flex min-h-11 items-center font-medium">
              My account
            </Link>
            <SoundButton />
          </div>
        </div>
        <ul aria-label="Categories" className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-6 lg:grid-cols-5 lg:gap-x-6">
          {tiles.map(({ label, subtitle, to }, index) => (
            <li key={to} className={`group relative flex flex-col gap-3 lg:col-span-1 ${spans[index]}`}>
              {/* Only the picture is loaded later, so that the link keeps its place and focus. */}
              <Suspense fallback={placeholder}>
                <TilePicture products={products} index={index} />
              </Suspense>
              <div className="flex items-baseline justify-between gap-3 border-t border-ink pt-3">
                <div className="flex flex-col gap-1.5">
                  <Link
                    to={to}
                    onClick={playClick}
                    className="rounded-control font-display text-xl leading-tight after:absolute after:inset-0 sm:text-2xl"
                  >
                    {label}
                  </Link>
                  <span className="text-sm text-soft">{subtitle}</span>
                </div>
                <Icon name="right" size={20} className="shrink-0 self-start transition-transform duration-150 group-hover:translate-x-1" />
              </div>
            </li>
          ))}
        </ul>
      </div>
      <CollectionLinks collections={collections} />
    </>
  )
}

const placeholder = <div className="aspect-4/5 bg-sunk" />

function TilePicture({ products, index }: { products: Promise<TileProducts>; index: number }) {
  const product = use(products)[index]
  if (product === undefined) return placeholder
  return (
    <Picture
      image={product.image}
      alt=""
      placeholderColor={product.backdrop}
      loading="eager"
      sizes="(min-width: 100rem) 18rem, (min-width: 64rem) 18vw, (min-width: 48rem) 46vw, 46vw"
    />
  )
}

interface CategoryTileData {
  readonly label: string
  readonly subtitle: string
  readonly to: string
}

/** The tiles of the specification. */
const tileTexts = [
  { category: 'TEE', label: 'Elite Tee', subtitle: 'Everyday short sleeves' },
  { category: 'JOGGER', label: 'Jogger', subtitle: 'Relaxed, easy fits' },
  { category: 'HOODIE', label: 'Discounted Pack', subtitle: 'Save on hoodie packs' },
  { category: 'DENIM', label: 'Denim', subtitle: 'Roomy cargo pants' },
] as const

const tiles: readonly CategoryTileData[] = [
  ...tileTexts.map(({ category, ...texts }) => ({ ...texts, to: buildCategoryHref({ category }) })),
  { label: 'All Products', subtitle: 'Browse the full range', to: buildCategoryHref({}) },
]

/** The product shown on each tile. */
type TileProducts = readonly (Product | undefined)[]

/** Loads the first product of each category, and another one for the last tile. Never throws: a tile works without a picture. */
async function loadTileProducts({
  call,
  retry,
}: {
  call: Call
  retry: <Data>(load: (options: CallOptions) => Promise<Data>) => Promise<Data>
}): Promise<TileProducts> {
  const loadFirst = async ({ category, limit }: { category?: string; limit: number }): Promise<readonly Product[]> => {
    const reply = await retry((options) => call('GET /products/getAll', { query: { page: 1, limit, category } }, options)).catch(() => [])
    return Array.isArray(reply) ? reply : reply.products
  }
  const [all, ...firsts] = await Promise.all([
    loadFirst({ limit: paging.productsPerPage }),
    ...tileTexts.map(({ category }) => loadFirst({ category, limit: 1 })),
  ])
  const shown = firsts.map(([first]) => first)
  const other = all.find(({ _id }) => !shown.some((product) => product?._id === _id)) ?? all[0]
  return [...shown, other]
}
