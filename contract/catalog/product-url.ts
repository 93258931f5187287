/** The readable part of a product's path: lower-case Latin letters and digits, joined by hyphens; empty without any. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
}

/** The canonical path of a product's page. Only the id is read from it. */
export function productHref({ _id, name }: { _id: string; name: string }): string {
  const slug = toSlug(name)
  return slug === '' ? `/product/${_id}` : `/product/${_id}/${slug}`
}
