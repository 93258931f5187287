import type { Category } from '#contract/catalog/categories.ts'

/** The name of a category; its key when it was added or deleted since the page was loaded. */
export const findCategoryName = ({ categories, key }: { categories: readonly Category[] | undefined; key: string }): string =>
  categories?.find((category) => category.key === key)?.name ?? key
