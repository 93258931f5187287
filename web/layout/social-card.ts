import type { MetaDescriptor } from 'react-router'

/** The link preview image of pages without their own, drawn by demo/artwork/draw-brand.ts. */
export function describeSocialCard(origin: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: `${origin}/social-card.jpg` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'A red tee, a pair of denim cargos and two hoodies, above a dashed line with a label' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
