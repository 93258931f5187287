import type { AdminPage, PageContent } from '#contract/pages/pages.ts'
import { createKey } from '../../api/idempotency-key.ts'

type Section = PageContent['sections'][number]

/** A section with the id by which the form knows it. */
export interface FormSection {
  readonly id: string
  readonly section: Section
}

export const createSection = (): FormSection => ({ id: createKey(), section: { heading: '', text: '', picture: null } })

/** What the controls show of a page: its draft, or what is published. */
export function toValues(page: AdminPage | undefined) {
  const content = page?.draft ?? page?.value
  const sections = content?.sections ?? [{ heading: '', text: '', picture: null }]
  return {
    title: content?.title ?? '',
    slug: content?.slug ?? '',
    description: content?.description ?? '',
    place: content?.place ?? 'menu',
    sections: sections.map((section, index): FormSection => ({ id: `section-${index}`, section })),
  }
}
export type PageValues = ReturnType<typeof toValues>

export const toBody = ({ sections, ...values }: PageValues) => ({ ...values, sections: sections.map(({ section }) => section) })
