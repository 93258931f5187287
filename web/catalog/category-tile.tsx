import { Suspense, use } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Picture } from '../ui/picture.tsx'
import { playClick } from './click-sound.ts'
import type { CategoryTileData, TileProducts } from './tiles.ts'

export interface CategoryTileProps {
  tile: CategoryTileData
  pictures: Promise<TileProducts>
  /** which of the pictures is this tile's */
  place: number
}

/** One way to the clothes. The whole tile is the link's area; only the cloth is waited for, so that the link under a finger stays. */
export function CategoryTile({ tile: { label, words, to }, pictures, place }: CategoryTileProps) {
  return (
    <div className="group relative flex flex-col gap-3">
      <Suspense fallback={cloth}>
        <TilePicture pictures={pictures} place={place} />
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
          <span className="text-sm text-soft">{words}</span>
        </div>
        <Icon name="right" size={20} className="shrink-0 self-start transition-transform duration-150 group-hover:translate-x-1" />
      </div>
    </div>
  )
}

const cloth = <div className="aspect-4/5 bg-sunk" />

function TilePicture({ pictures, place }: Pick<CategoryTileProps, 'pictures' | 'place'>) {
  const picture = use(pictures)[place]
  if (picture === undefined) return cloth
  return (
    <Picture
      image={picture.image}
      alt=""
      placeholderColor={picture.backdrop}
      loading="eager"
      sizes="(min-width: 100rem) 18rem, (min-width: 64rem) 18vw, (min-width: 48rem) 46vw, 46vw"
    />
  )
}
