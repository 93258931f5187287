/** The readable end of a product's address: search engines and people see it, the shop reads only the id. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Where everybody may see a product. Pages, previews and the sitemap all name it by this. */
export function productHref({ _id, name }: { _id: string; name: string }): string {
  const slug = toSlug(name)
  return slug === '' ? `/product/${_id}` : `/product/${_id}/${slug}`
}
