export interface TitleMatches {
  /** the first one is the root, which knows the name of the shop */
  readonly matches: readonly [{ readonly loaderData?: { readonly storeName: string } | undefined }, ...unknown[]]
}

/** `Title · Name of the shop`, as the `meta` of a route. */
export const pageTitle =
  (title: string) =>
  ({ matches }: TitleMatches): { title: string }[] => [{ title: `${title} · ${matches[0].loaderData?.storeName ?? ''}` }]

/** The same for a public page that search engines leave out. */
export const unlistedTitle = (title: string) => (page: TitleMatches) => [...pageTitle(title)(page), { name: 'robots', content: 'noindex' }]
