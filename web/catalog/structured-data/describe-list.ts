import type { BreadcrumbList, ItemList } from 'schema-dts'

interface Step {
  readonly name: string
  readonly path: string
}

/** The lists above a page, and the page itself as the last one. */
export const describeBreadcrumbs = ({ origin, steps }: { origin: string; steps: readonly Step[] }): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
})

interface ListPage {
  readonly origin: string
  readonly name: string
  readonly items: readonly Step[]
  /** of all pages */
  readonly total: number
  /** items on the pages before */
  readonly before?: number
}

/** The items of a page of a list, with their places in the whole list. */
export const describeItems = ({ origin, name, items, total, before = 0 }: ListPage): ItemList => ({
  '@type': 'ItemList',
  name,
  numberOfItems: total,
  itemListElement: items.map(({ name, path }, index) => ({ '@type': 'ListItem', position: before + index + 1, url: origin + path, name })),
})
