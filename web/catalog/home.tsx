import { call, fetchWithRetry } from '../api/client.ts'
import { userContext } from '../auth/guard.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/home'
import { CategoryTile } from './category-tile.tsx'
import { SoundButton } from './sound-button.tsx'
import { loadTileProducts, type TileProducts, tiles } from './tiles.ts'

/** Does not wait for the pictures: the ways stand at once, the cloth follows. */
export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return { user: context.get(userContext), pictures: loadTileProducts({ call, retry: fetchWithRetry }) }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Home · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** Where a shopper starts: five ways to the clothes. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { user, pictures } = loaderData
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
      <Tiles pictures={pictures} />
    </div>
  )
}

/** Two wide and three narrow between phone and desk, so that no row has a hole. */
const spans = ['md:col-span-3', 'md:col-span-3', 'md:col-span-2', 'md:col-span-2', 'col-span-2 md:col-span-2']

function Tiles({ pictures }: { pictures: Promise<TileProducts> }) {
  return (
    <ul aria-label="Categories" className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-6 lg:grid-cols-5 lg:gap-x-6">
      {tiles.map((tile, index) => (
        <li key={tile.to} className={`${spans[index]} lg:col-span-1`}>
          <CategoryTile tile={tile} pictures={pictures} place={index} />
        </li>
      ))}
    </ul>
  )
}
