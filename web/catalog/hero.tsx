import { Suspense, use } from 'react'
import type { Product } from '#contract/products.ts'
import { LinkButton } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'
import { Picture, phoneImageSizes } from '../ui/picture.tsx'
import { heroCategory } from './hero-product.ts'
import { buildListingHref } from './listing.ts'

type MaybeProduct = Product | undefined

/** The headline of the front page with one product picture and one link. */
export function Hero({ product }: { product: MaybeProduct | Promise<MaybeProduct> }) {
  return (
    <section
      aria-labelledby="hero"
      className="page-width grid items-end gap-x-10 gap-y-8 pt-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,46%)] sm:pt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,31rem)]"
    >
      <div className="flex flex-col items-start gap-6 sm:pb-10 lg:gap-9 lg:pb-16">
        <h1
          id="hero"
          className="font-display text-[clamp(2.5rem,1rem+6.2vw,4rem)] leading-[0.98] sm:max-w-[6em] sm:text-[5.6vw] lg:text-[clamp(4rem,7vw,6.75rem)] font-[380] tracking-[-0.03em]"
        >
          Simple cuts, honest fabrics, made to&nbsp;last.
        </h1>
        <Divider className="w-full text-thread sm:-mr-10 sm:w-[calc(100%+2.5rem)]" />
        <LinkButton variant="primary" to={buildListingHref('/buy', { category: heroCategory })} className="min-h-12 px-6">
          Shop hoodie packs
        </LinkButton>
      </div>
      {product instanceof Promise ? (
        <Suspense fallback={<div className="aspect-4/5 bg-sunk" />}>
          <LoadingHeroPicture product={product} />
        </Suspense>
      ) : (
        <HeroPicture product={product} />
      )}
    </section>
  )
}

function LoadingHeroPicture({ product }: { product: Promise<MaybeProduct> }) {
  return <HeroPicture product={use(product)} />
}

function HeroPicture({ product }: { product: MaybeProduct }) {
  if (product === undefined) return <div className="aspect-4/5 bg-sunk" />
  return (
    <figure>
      <Picture
        image={product.image}
        alt={product.name}
        placeholderColor={product.backdrop}
        loading="first"
        sizes={`(min-width: 64rem) 31rem, (min-width: 40rem) 44vw, ${phoneImageSizes}`}
      />
      <figcaption className="product-name pt-2 text-xs text-soft">{product.name}</figcaption>
    </figure>
  )
}
