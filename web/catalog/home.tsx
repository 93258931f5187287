import { Link } from 'react-router'
import { call, fetchWithRetry } from '../api/client.ts'
import { userContext } from '../auth/guard.ts'
import type { Route } from './+types/home'
import { CategoryTile } from './category-tile.tsx'
import { SoundButton } from './sound-button.tsx'
import { loadTileProducts, type TileProducts, tiles } from './tiles.ts'

/** Returns the products as a promise, so that the links show at once. */
export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return { user: context.get(userContext), products: loadTileProducts({ call, retry: fetchWithRetry }) }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Home · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** The dashboard's home: five category tiles. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { user, products } = loaderData
  return (
    <div className="page-width flex flex-col gap-8 pt-10 sm:gap-12 sm:pt-14">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <h1 className="title min-w-0 break-words">Hello, {user.firstName || user.name}</h1>
        <div className="flex flex-wrap items-center gap-x-4">
          <Link to="/UserDashboard/codOrders" className="link inline-flex min-h-11 items-center font-medium">
            My orders
          </Link>
          <SoundButton />
        </div>
      </div>
      <Tiles products={products} />
    </div>
  )
}

/** Two wide and three narrow tiles at medium widths, so that every row is full. */
const spans = ['md:col-span-3', 'md:col-span-3', 'md:col-span-2', 'md:col-span-2', 'col-span-2 md:col-span-2']

function Tiles({ products }: { products: Promise<TileProducts> }) {
  return (
    <ul aria-label="Categories" className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-6 lg:grid-cols-5 lg:gap-x-6">
      {tiles.map((tile, index) => (
        <li key={tile.to} className={`${spans[index]} lg:col-span-1`}>
          <CategoryTile tile={tile} products={products} index={index} />
        </li>
      ))}
    </ul>
  )
}
