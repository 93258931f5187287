import type { FrontPageRow, FrontPageSettings } from '#contract/settings/front-page.ts'

/** A row with the id by which the form knows it. */
export interface FormRow {
  readonly id: string
  readonly row: FrontPageRow
}

/** What the controls of the front page show. */
export const toFrontPageForm = ({ headline, text, button, announcement, rows, ...files }: FrontPageSettings) => ({
  headline: headline.join('\n'),
  text,
  buttonText: button?.text ?? '',
  buttonHref: button?.href ?? '',
  announcement: announcement?.text ?? '',
  announcementHref: announcement?.href ?? '',
  announcementFrom: announcement?.from ?? '',
  announcementUntil: announcement?.until ?? '',
  rows: rows.map((row, index): FormRow => ({ id: `row-${index}`, row })),
  ...files,
})
export type FrontPageValues = Readonly<ReturnType<typeof toFrontPageForm>>

export function toFrontPageValue(values: FrontPageValues): Record<string, unknown> {
  const { headline, buttonText, buttonHref, announcement, announcementHref, announcementFrom, announcementUntil, rows, ...others } = values
  const isFilled = (text: string) => text.trim() !== ''
  const shown = {
    text: announcement,
    href: announcementHref.trim() || null,
    from: announcementFrom || null,
    until: announcementUntil || null,
  }
  return {
    ...others,
    headline: headline.split('\n').filter(isFilled),
    button: [buttonText, buttonHref].some(isFilled) ? { text: buttonText, href: buttonHref } : null,
    announcement: [announcement, announcementHref, announcementFrom, announcementUntil].some(isFilled) ? shown : null,
    rows: rows.map(({ row }) => row),
  }
}
