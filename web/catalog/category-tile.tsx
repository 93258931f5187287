import { Suspense, use } from 'react'
import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { playClick } from './click-sound.ts'
import type { CategoryTileData, TileProducts } from './tiles.ts'

export interface CategoryTileProps {
  tile: CategoryTileData
  products: Promise<TileProducts>
  /** the tile's index in `products` */
  index: number
}

/** A link to a category. Only its picture is loaded later, so that the link keeps its place and focus. */
export function CategoryTile({ tile: { label, subtitle, to }, products, index }: CategoryTileProps) {
  return (
    <div className="group relative flex flex-col gap-3">
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
    </div>
  )
}

const placeholder = <div className="aspect-4/5 bg-sunk" />

function TilePicture({ products, index }: Pick<CategoryTileProps, 'products' | 'index'>) {
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
