import type { Category } from '#contract/catalog/categories.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Picture } from '../../ui/picture.tsx'
import { isPlainList, type ListingQuery } from './listing.ts'

/** The category of the first page of its list, without search and filters. */
export const findIntroduced = ({ query, categories }: { query: ListingQuery; categories: readonly Category[] | undefined }) =>
  query.page === 1 && isPlainList(query) ? categories?.find(({ key }) => key === query.category) : undefined

/** The description and the picture of a category, above its products. */
export function CategoryIntro({ query }: { query: ListingQuery }) {
  const { categories } = useStoreConfig()
  const { description = '', image, backdrop = '' } = findIntroduced({ query, categories }) ?? {}
  if (description === '' && image === undefined) return null
  return (
    <div className="flex items-start gap-5">
      {image !== undefined && (
        <Picture
          image={image}
          alt=""
          placeholderColor={backdrop}
          loading="eager"
          sizes="(min-width: 40rem) 10rem, 6rem"
          className="w-24 shrink-0 sm:w-40"
        />
      )}
      {description !== '' && <p className="max-w-prose min-w-0 wrap-anywhere text-soft">{description}</p>}
    </div>
  )
}
