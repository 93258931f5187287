/** The part of an address that a title suggests: `Diwali, for him` → `diwali-for-him`. Empty for a title without Latin letters. */
export const suggestSlug = ({ title, maxLength }: { title: string; maxLength: number }): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '')
