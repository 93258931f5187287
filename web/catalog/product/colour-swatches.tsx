import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import { Picture } from '../../ui/picture.tsx'

interface ColourSwatchesProps {
  product: Product
  buildHref: (product: { _id: string; name: string }) => string
}

/** Links to the same style in its other colours. */
export function ColourSwatches({ product: { _id, colours }, buildHref }: ColourSwatchesProps) {
  if (colours === undefined) return null
  const current = colours.find((sibling) => sibling._id === _id)
  return (
    <section aria-label="Colours" className="flex flex-col gap-2">
      <p className="font-medium">Colour{current && <span className="font-normal text-soft">: {current.colour}</span>}</p>
      <ul className="flex flex-wrap gap-2">
        {colours.map((sibling) => (
          <li key={sibling._id}>
            <Link
              to={buildHref(sibling)}
              aria-label={sibling.colour}
              title={sibling.colour}
              aria-current={sibling._id === _id ? 'true' : undefined}
              className="block border-b-3 border-transparent pb-1 forced-colors:not-aria-[current=true]:border-[Canvas] hover:border-line aria-[current=true]:border-ink"
            >
              <Picture image={sibling.image} alt="" placeholderColor={sibling.backdrop} sizes="3.5rem" className="w-14" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
