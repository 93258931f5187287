import { Link } from 'react-router'
import type { CollectionCard } from '#contract/catalog/collections.ts'
import { Picture } from '../../ui/picture.tsx'

const pictureSizes = '(min-width: 100rem) 29rem, (min-width: 40rem) 30vw, (min-resolution: 2.5dppx) 25vw, 38vw'

interface CollectionGridProps {
  collections: readonly CollectionCard[]
  headingLevel: 2 | 3
  /** the pictures are seen at once */
  isFirst?: boolean
}

/** Collections with their picture, title and introduction; each links to its page. */
export function CollectionGrid({ collections, headingLevel, isFirst = false }: CollectionGridProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className="collection-grid">
      {collections.map(({ slug, title, introduction, image, backdrop }, index) => (
        <li key={slug} className="collection-card">
          <Picture
            image={image}
            alt=""
            placeholderColor={backdrop}
            loading={isFirst && index < 3 ? 'eager' : 'lazy'}
            sizes={pictureSizes}
          />
          <div className="flex min-w-0 flex-col gap-2">
            <Heading>
              <Link to={`/collection/${slug}`} className="collection-link">
                {title}
              </Link>
            </Heading>
            {introduction && <p className="line-clamp-6 text-sm wrap-anywhere text-soft lg:text-base">{introduction}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
