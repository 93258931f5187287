import { type ComponentProps, lazy, type ReactNode, Suspense, use } from 'react'
import type { Category } from '#contract/catalog/categories.ts'
import type { CollectionCard } from '#contract/catalog/collections.ts'
import type { Product } from '#contract/catalog/products.ts'
import { paging } from '#contract/kernel/business.ts'
import type { Call } from '../../api/client.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'
import { Picture, phoneImageSizes } from '../../ui/picture.tsx'
import { buildListingHref, type Listing } from './listing.ts'

/** Loaded only where the owner has written a text or has a video. */
const HeroExtra = lazy(async () => ({ default: (await import('./hero-extra.tsx')).HeroExtra }))

const renderExtra = (props: ComponentProps<typeof HeroExtra>) => (
  <Suspense>
    <HeroExtra {...props} />
  </Suspense>
)

/** The category that the hero shows in a shop without collections, if it has products. */
const heroCategory = 'HOODIE'

/** What the front page opens with: the newest collection, or a product of a shop without collections. */
export type HeroPiece = { readonly collection: CollectionCard } | { readonly product: Product }

interface HeroSources {
  readonly call: Call
  readonly listing: Promise<Listing>
  readonly collections: Promise<readonly CollectionCard[]>
}

/** Undefined for an empty shop. Never throws. */
export async function loadHeroPiece({ call, listing, collections }: HeroSources): Promise<HeroPiece | undefined> {
  const [collection] = await collections
  if (collection) return { collection }
  const product = await loadHeroProduct({ call, listing })
  return product && { product }
}

/** The newest product of the category that is in stock and, if possible, not on the listing's page; else the first one listed. Never throws. */
async function loadHeroProduct({ call, listing }: Omit<HeroSources, 'collections'>): Promise<Product | undefined> {
  try {
    const [reply, { products: listed }] = await Promise.all([
      call('GET /products/getAll', { query: { page: 1, limit: paging.productsPerPage, category: heroCategory, sort: 'newest' } }),
      listing,
    ])
    const products = Array.isArray(reply) ? reply : reply.products
    const inStock = products.filter(({ stock }) => stock > 0)
    return inStock.find(({ _id }) => !listed.some((product) => product._id === _id)) ?? inStock[0] ?? listed[0]
  } catch {
    return undefined
  }
}

/** Longer lines are smaller and wrap. */
const maxLineLength = 16

type MaybePiece = HeroPiece | undefined

/** The headline of the front page with one picture, a link to what it shows, and one to all products below. */
export function Hero({ piece }: { piece: MaybePiece | Promise<MaybePiece> }) {
  const load = (content: ReactNode, fallback?: ReactNode) =>
    piece instanceof Promise ? <Suspense fallback={fallback}>{content}</Suspense> : content
  const { headline, text } = useStoreConfig().hero
  return (
    <section aria-labelledby="hero" className="page-width hero-columns">
      <div className="hero-words">
        <h1 id="hero" className={headline.some(({ length }) => length > maxLineLength) ? 'hero-title-long' : 'hero-title'}>
          {headline.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same, and they do not move
            <span key={index} className="block">{`${line} `}</span>
          ))}
        </h1>
        <Divider className="w-full text-thread sm:-mr-10 sm:w-[calc(100%+2.5rem)]" />
        {text[0] && renderExtra({ text })}
        <div className="flex min-h-12 flex-wrap gap-3">{load(<HeroLinks piece={piece} />)} </div>
      </div>
      {load(<HeroPicture piece={piece} />, placeholder)}
    </section>
  )
}

const captionClass = 'product-name pt-2 text-xs text-soft'

/** As high as the picture with its caption. */
const placeholder = (
  <div aria-hidden="true">
    <div className="aspect-4/5 bg-sunk" />
    <p className={captionClass}>&nbsp;</p>
  </div>
)

/** The texts, the address and the picture of what the hero shows. */
function describePiece({ piece, categories }: { piece: HeroPiece; categories: readonly Category[] }) {
  if ('collection' in piece) {
    const { slug, title, image, backdrop } = piece.collection
    // The title says what it shows, so the picture has no text of its own.
    return { link: `Shop ${title}`, to: `/collection/${slug}`, caption: title, alt: '', image, backdrop }
  }
  const { name, category, image, backdrop } = piece.product
  const link = `Shop ${findCategoryName({ categories, key: category }).toLowerCase()}`
  return { link, to: buildListingHref('/buy', { category }), caption: name, alt: name, image, backdrop }
}

interface Shown {
  readonly link: string
  readonly to: string
  readonly caption?: string | undefined
  readonly alt?: string | undefined
  readonly image?: string | undefined
  readonly backdrop?: string | undefined
  readonly video?: string | undefined
}

function usePiece(piece: MaybePiece | Promise<MaybePiece>): Shown | undefined {
  const { categories, hero } = useStoreConfig()
  const found = piece instanceof Promise ? use(piece) : piece
  const shown = found && describePiece({ piece: found, categories })
  const { button, picture } = hero
  if (!button && !picture) return shown
  return {
    link: 'Shop all',
    to: '#listing',
    ...shown,
    ...(button && { link: button.text, to: button.href }),
    ...(picture && { ...picture, caption: '' }),
  }
}

function HeroLinks({ piece }: { piece: MaybePiece | Promise<MaybePiece> }) {
  const shown = usePiece(piece)
  return (
    shown && (
      <>
        <LinkButton variant="primary" to={shown.to} className="min-h-12 max-w-full px-6 wrap-anywhere">
          {shown.link}
        </LinkButton>
        {shown.to !== '#listing' && (
          <LinkButton to="#listing" className="min-h-12 px-6">
            Shop all
          </LinkButton>
        )}
      </>
    )
  )
}

function HeroPicture({ piece }: { piece: MaybePiece | Promise<MaybePiece> }) {
  const shown = usePiece(piece)
  const { morePictures } = useStoreConfig().hero
  if (!shown?.image || !shown.backdrop) return placeholder
  const sizes = `(min-width: 64rem) 31rem, (min-width: 40rem) 44vw, ${phoneImageSizes}`
  const first = <Picture image={shown.image} alt={shown.alt ?? ''} placeholderColor={shown.backdrop} loading="first" sizes={sizes} />
  return (
    <figure>
      {morePictures ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <section aria-label="Pictures" tabIndex={0} className="hero-slides">
          {first}
          {morePictures.map(({ image, alt, backdrop }) => (
            <Picture key={image} image={image} alt={alt} placeholderColor={backdrop} sizes={sizes} />
          ))}
        </section>
      ) : (
        first
      )}
      {shown.video && renderExtra({ video: shown.video })}
      {shown.caption && <figcaption className={captionClass}>{shown.caption}</figcaption>}
    </figure>
  )
}
