import { Link } from 'react-router'
import type { Product } from '#contract/products.ts'
import { playClick } from '../ui/click-sound.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Tile } from './tiles.ts'

export function CategoryTile({ tile: { label, words, to }, picture }: { tile: Tile; picture: Product | undefined }) {
  return (
    <Link to={to} onClick={playClick} aria-label={label} className="group flex flex-col gap-3 rounded-control">
      {picture === undefined ? (
        <span className="aspect-4/5 bg-sunk" />
      ) : (
        <Picture
          image={picture.image}
          alt=""
          backdrop={picture.backdrop}
          loading="eager"
          sizes="(min-width: 100rem) 18rem, (min-width: 64rem) 18vw, (min-width: 48rem) 46vw, 46vw"
        />
      )}
      <span className="flex items-baseline justify-between gap-3 border-t border-ink pt-3">
        <span className="flex flex-col">
          <span className="font-display text-xl leading-tight sm:text-2xl">{label}</span>
          <span className="text-sm text-soft">{words}</span>
        </span>
        <Icon name="right" size={20} className="shrink-0 self-start transition-transform duration-150 group-hover:translate-x-1" />
      </span>
    </Link>
  )
}
